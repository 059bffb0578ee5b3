import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate, formatDateLong } from '#domain/kernel/plain-date.ts'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { useFragment } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { applyTheme } from '#web/theme/mode.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { InvoicePaper } from './parts/invoice-paper.tsx'
import { paperOfShown } from './parts/paper-of.ts'
import { PayWays } from './parts/pay-ways.tsx'
import { SaySent } from './parts/say-sent.tsx'
import '#web/parts/parts.css'
import './invoicing.css'

type Shown = ClientOutput<'openInvoice'>

/**
 * What a client sees of an invoice: what is owed and how it is paid. The link carries its token behind a #, so that no server on the way
 * sees it, and no page that is opened from here.
 */
export function PaymentInformationPage() {
  const t = useTranslations('invoicing.pay')
  const token = useFragment()
  const shown = useQuery({ ...query('openInvoice', { body: { token } }), enabled: token !== '' })
  if (token === '') return <Over>{t('over.noCode')}</Over>
  if (shown.error?.code === 'LINK_NOT_VALID') return <Over>{shown.error.detail}</Over>
  return (
    <Open>
      {shown.error ? (
        <>
          <h1 className="sr">{t('title')}</h1>
          <LoadProblem problem={shown.error} onRetry={() => void shown.refetch()} />
        </>
      ) : shown.data ? (
        <Invoice of={shown.data} token={token} />
      ) : (
        <div aria-busy="true">
          <h1 className="sr">{t('title')}</h1>
          <HeadSkeleton />
          <div className="pay-grid">
            <CardSkeleton height={420} />
            <CardSkeleton height={520} />
          </div>
        </div>
      )}
    </Open>
  )
}

function Open({ children }: { children: ReactNode }) {
  const t = useTranslations('invoicing.pay')
  useLayoutEffect(() => applyTheme('contractor'), [])
  return (
    <div className="pay-page">
      <header>
        <Logo />
        <span className="meta t2 row g6">
          <Icon name="lock" size={16} />
          <span className="only-wide">{t('private')}</span>
          <span className="only-narrow">{t('privateShort')}</span>
        </span>
      </header>
      <main>
        <OverlayHost>{children}</OverlayHost>
      </main>
    </div>
  )
}

/** What every link that shows nothing says, whatever became of it. */
function Over({ children }: { children: ReactNode }) {
  const t = useTranslations('invoicing.pay')
  return (
    <AuthFrame>
      <h1 className="h1">{t('over.title')}</h1>
      <p className="body t2 mt4" role="status">
        {children}
      </p>
    </AuthFrame>
  )
}

function Invoice({ of: shown, token }: { of: Shown; token: string }) {
  const t = useTranslations('invoicing.pay')
  const { from, to, number, owed, due_date, overdue } = shown
  const open = owed.amount_in_smallest_unit > 0
  const nothing = shown.credits !== null || shown.by_corridor
  return (
    <>
      <PageHead
        title={t.rich(titleOf(shown), {
          amount: () => <MoneyAmount of={nothing ? shown.total : owed} />,
          name: () => <bdi>{from.name}</bdi>,
        })}
        wrong={overdue && !nothing}
        lead={
          <span>
            {t.rich(leadOf(shown), {
              client: to.name,
              number: () => <span className="nowrap">{number}</span>,
              date: formatDateLong(due_date),
            })}
          </span>
        }
      />
      <div className="pay-grid">
        <Sender of={from} />
        {open && !nothing ? <HowToPay shown={shown} token={token} /> : <PaidCard shown={shown} />}
        <Card
          pad
          title={t('invoice')}
          note={
            <SaveButton
              file="openInvoicePdf"
              input={{ body: { token } }}
              size="sm"
              label={t('pdfOf', { number })}
            >
              {t('pdf')}
            </SaveButton>
          }
        >
          <InvoicePaper paper={paperOfShown(shown)} />
        </Card>
      </div>
      <p className="meta t2 mt32">
        {t.rich('wrong', { mail: words => <a href={`mailto:${from.email}`}>{words}</a> })}
      </p>
    </>
  )
}

/** Who asks for the money, and whether Corridor knows them: before how it is paid where both stand one below the other. */
function Sender({ of: from }: { of: Shown['from'] }) {
  const t = useTranslations('invoicing.pay')
  return (
    <Card pad>
      <div className="row g12">
        <Avatar name={from.name} size={40} />
        <div>
          <div className="w6">
            <bdi>{from.name}</bdi>
          </div>
          <div className="meta t3">{from.address_lines.at(-1)}</div>
        </div>
      </div>
      {from.verified && (
        <div className="mt12">
          <Say kind="done" word={t('verified')}>
            {t('verifiedText')}
          </Say>
        </div>
      )}
    </Card>
  )
}

function titleOf({ credits, by_corridor, pay_differs, status, owed }: Shown) {
  if (credits) return 'credited'
  if (pay_differs) return 'payDiffers'
  if (by_corridor && status !== 'VOID') return 'byCorridor'
  return owed.amount_in_smallest_unit > 0 ? 'owed' : 'nothingOwed'
}

function leadOf({ credits, by_corridor, pay_differs, status, owed, overdue }: Shown) {
  if (credits) return 'leads.credit'
  if (pay_differs) return 'leads.void'
  if (by_corridor && status !== 'VOID') return 'leads.byCorridor'
  if (owed.amount_in_smallest_unit === 0) return `leads.${over(status)}` as const
  return overdue ? 'leadOverdue' : 'lead'
}

function over(status: Shown['status']) {
  return status === 'VOID' ? 'void' : 'paid'
}

function HowToPay({ shown, token }: { shown: Shown; token: string }) {
  const t = useTranslations('invoicing.pay')
  const { ways, paid, credited, issued_on } = shown
  return (
    <Card pad title={t('how')} note={t('noAccount')}>
      <div className="stack g16">
        {paid.amount_in_smallest_unit > 0 && (
          <Say kind="note">
            {t.rich('paidSoFar', { amount: () => <MoneyAmount of={paid} strong /> })}
          </Say>
        )}
        {credited.amount_in_smallest_unit > 0 && (
          <Say kind="note">
            {t.rich('creditedSoFar', { amount: () => <MoneyAmount of={credited} strong /> })}
          </Say>
        )}
        {ways.length > 0 ? (
          <PayWays shown={shown} />
        ) : (
          <Say kind="unusual">{t('noWays', { name: shown.from.name })}</Say>
        )}
        <Say kind="done" icon="shield" word={t('unchanged', { date: formatDate(issued_on) })}>
          {t('nobodyCalls')}
        </Say>
        <SaySent shown={shown} token={token} />
      </div>
    </Card>
  )
}

/** Why there is nothing to pay. */
function PaidCard({ shown }: { shown: Shown }) {
  const { credits, credited, by_corridor, pay_differs, status, paid, total, from } = shown
  const t = useTranslations('invoicing.pay')
  const words = {
    paid: () => <MoneyAmount of={paid} strong />,
    total: () => <MoneyAmount of={total} strong />,
    amount: () => <MoneyAmount of={total} />,
    credited: () => <MoneyAmount of={credited} strong />,
  }
  const wasCredited = credited.amount_in_smallest_unit > 0
  if (credits)
    return (
      <Card pad title={t('leads.creditTitle')}>
        <p className="t2">{t('takesOff', { number: credits.number })}</p>
      </Card>
    )
  if (pay_differs)
    return (
      <Card pad title={t('payDiffersTitle')}>
        <p className="t2">{t.rich('payDiffersText', { amount: words.amount, name: from.name })}</p>
      </Card>
    )
  if (by_corridor && status !== 'VOID')
    return (
      <Card pad title={t('byCorridorTitle')}>
        <p className="t2">{t('byCorridorText')}</p>
      </Card>
    )
  return (
    <Card pad title={t(wasCredited ? 'leads.creditedTitle' : `leads.${over(status)}Title`)}>
      <p className="t2">
        {t.rich(wasCredited ? 'creditedOf' : status === 'VOID' ? 'ofTotal' : 'paidOf', words)}
      </p>
    </Card>
  )
}
