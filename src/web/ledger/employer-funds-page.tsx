import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useAppConfig, useMe } from '#web/kernel/me.ts'
import { JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { CoverageBar } from '#web/ui/progress.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'

type Funds = ClientOutput<'getEmployerBalances'>
type Balance = Funds['balances'][number]

/** Whether anything is, was or will be in a currency. */
function isUsed({ available, reserved, in_flight, need }: Balance): boolean {
  return available + reserved + in_flight + need > 0
}

/** What is there, what this week needs, how to add to it, and what arrived. */
export function EmployerFundsPage() {
  const t = useTranslations('ledger.funds')
  const funds = useQuery({ ...query('getEmployerBalances', {}), staleTime: JUST_ASKED_MS })
  return (
    <Page>
      <Head balances={funds.data?.balances.filter(isUsed)} />
      {funds.isPending && <LoadingBlock height={360} />}
      {funds.error && !funds.data && (
        <LoadProblem problem={funds.error} onRetry={() => void funds.refetch()} />
      )}
      {funds.data && (
        <>
          <div className="aside-grid">
            <Balances balances={funds.data.balances.filter(isUsed)} />
            <HowToFund />
          </div>
          <SectionHead title={t('received')} />
          <Fundings fundings={funds.data.fundings} />
        </>
      )}
      <SimulatedNote />
    </Page>
  )
}

function Head({ balances }: { balances: readonly Balance[] | undefined }) {
  const t = useTranslations('ledger.funds')
  const [short, ...others] = (balances ?? []).filter(one => one.short > 0)
  const first = balances?.toSorted((a, b) => b.need - a.need)[0]
  if (short)
    return (
      <PageHead
        title={t.rich('missing.title', {
          amount: () => <BalanceAmount of={short} minor={short.short} />,
        })}
        lead={
          others.length > 0 ? (
            <span>
              {t.rich('missing.also', {
                amounts: () => (
                  <>
                    {others.map((one, at) => (
                      <span key={one.currency}>
                        {at > 0 && ', '}
                        <BalanceAmount of={one} minor={one.short} />
                      </span>
                    ))}
                  </>
                ),
              })}
            </span>
          ) : (
            t('missing.lead')
          )
        }
      />
    )
  if (first)
    return (
      <PageHead
        title={t.rich('available.title', {
          amount: () => <BalanceAmount of={first} minor={first.available} />,
        })}
        lead={t(first.need > 0 ? 'available.covers' : 'available.enough')}
      />
    )
  return <PageHead title={t('quiet.title')} lead={t('quiet.lead')} />
}

function BalanceAmount({ of, minor }: { of: Balance; minor: number }) {
  return <Amount minor={minor} currency={of.currency} exponent={exponentOf(of.currency)} />
}

function Balances({ balances }: { balances: readonly Balance[] }) {
  const t = useTranslations('ledger.funds')
  if (balances.length === 0)
    return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return (
    <TableCard
      label={t('balances')}
      columns={5}
      minWidth={560}
      head={
        <>
          <Th>{t('columns.currency')}</Th>
          <Th end>{t('columns.available')}</Th>
          <Th>{t('columns.week')}</Th>
          <Th end>{t('columns.reserved')}</Th>
          <Th end>{t('columns.underWay')}</Th>
        </>
      }
    >
      {balances.map(one => (
        <BalanceRow key={one.currency} balance={one} />
      ))}
    </TableCard>
  )
}

function BalanceRow({ balance: one }: { balance: Balance }) {
  const t = useTranslations('ledger.funds')
  const exponent = exponentOf(one.currency)
  const scale = Math.max(one.need, one.available, 1)
  return (
    <Row>
      <td className="w6">{one.currency}</td>
      <td className="r w6">
        <Amount minor={one.available} exponent={exponent} />
      </td>
      <td style={{ minWidth: 150 }}>
        <CoverageBar
          label={t('bar', { currency: one.currency })}
          covered={(Math.min(one.need, one.available) / scale) * 100}
          missing={(one.short / scale) * 100}
        />
        <div className={one.short > 0 ? 'meta warn w5 mt4' : 'meta t3 mt4'}>
          {t.rich(one.short > 0 ? 'missingOf' : 'needs', {
            missing: () => <Amount minor={one.short} exponent={exponent} />,
            need: () => <Amount minor={one.need} exponent={exponent} />,
          })}
        </div>
      </td>
      <td className="r t2">
        <Amount minor={one.reserved} exponent={exponent} />
      </td>
      <td className="r t2">
        <Amount minor={one.in_flight} exponent={exponent} />
      </td>
    </Row>
  )
}

function HowToFund() {
  const t = useTranslations('ledger.howTo')
  const { organisation } = useMe()
  const support = useAppConfig()?.support_email
  const reference = organisation?.domain
  return (
    <Card title={t('title')} pad>
      <ol className="stack g16">
        <li>
          <div className="w5">{t('wire.title')}</div>
          <div className="meta t2 mt2">
            {support
              ? t.rich('wire.orAsk', {
                  support: () => <Link href={`mailto:${support}`}>{support}</Link>,
                })
              : t('wire.text')}
          </div>
        </li>
        <li>
          <div className="w5">{t('reference.title')}</div>
          {reference ? (
            <div className="row g8 mt4 inset" style={{ padding: '6px 6px 6px 12px' }}>
              <span className="mono w6 grow cut">{reference}</span>
              <IconButton
                icon="copy"
                size="sm"
                label={t('reference.copy')}
                onClick={() => void copy(reference, t('reference.copied'))}
              />
            </div>
          ) : (
            <div className="meta t2 mt2">
              {t.rich('reference.none', {
                link: chunks => <Link href="/employer/onboarding">{chunks}</Link>,
              })}
            </div>
          )}
        </li>
        <li>
          <div className="w5">{t('booked.title')}</div>
          <div className="meta t2 mt2">{t('booked.text')}</div>
        </li>
      </ol>
    </Card>
  )
}

/** Copies a text and says so. */
async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    openAlert(said, { severity: 'success', duration_ms: 3000 })
  } catch {
    // The clipboard may be forbidden; the reference can still be read (specification 8: no message).
  }
}

function Fundings({ fundings }: { fundings: Funds['fundings'] }) {
  const t = useTranslations('ledger.funds')
  if (fundings.length === 0)
    return <EmptyState title={t('nothing.title')}>{t('nothing.text')}</EmptyState>
  return (
    <TableCard
      label={t('received')}
      columns={2}
      head={
        <>
          <Th>{t('columns.reference')}</Th>
          <Th end>{t('columns.amount')}</Th>
        </>
      }
    >
      {fundings.map(one => (
        <Row key={one.funding_uuid}>
          <td>
            <div className="mono">{one.reference}</div>
            <div className="meta t3">{t('receivedOn', { date: formatDate(one.received_on) })}</div>
          </td>
          <td className="r">
            <MoneyAmount of={one.amount} strong />
          </td>
        </Row>
      ))}
    </TableCard>
  )
}
