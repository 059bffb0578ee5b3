import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyAmount, moneyText } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { BOOKED, COMPARED, type Difference } from '../queries.ts'

const ExplainDialog = lazy(() =>
  import('./difference-dialogs.tsx').then(part => ({ default: part.ExplainDialog })),
)
const BookAsDialog = lazy(() =>
  import('./difference-dialogs.tsx').then(part => ({ default: part.BookAsDialog })),
)

const ICONS: Readonly<Record<Difference['kind'], IconName>> = {
  UNKNOWN: 'shield',
  NOT_BOOKED: 'send',
  AMOUNT: 'exchange',
  NOT_SHOWN: 'blocked',
  IN_FLIGHT: 'clock',
  OPENING: 'info',
  GAP: 'warning',
  MISSING: 'calendar',
}

/** One difference: what it is and since when, what it means, and what may be done. */
export function DifferenceRow({ of }: { of: Difference }) {
  const t = useTranslations('reconciliation.row')
  const { amount, days_old, day, books_say, payment } = of
  return (
    <li className="stack g12">
      <div className="row g12 between top">
        <div className="row g12 top grow what">
          <span className={cx('tile', days_old > 1 ? 'err' : 'warn')}>
            <Icon name={ICONS[of.kind]} />
          </span>
          <div className="grow">
            <h3 className="w5 bank-title">{of.title}</h3>
            <div className="meta t3">
              {shortDate(day)}, {t('age', { days: days_old })}
            </div>
          </div>
        </div>
        {amount.amount_in_smallest_unit !== 0 && (
          <div className="r">
            <MoneyAmount of={amount} strong />
            {books_say && (
              <div className="meta t3">
                {t('books')} <MoneyAmount of={books_say} size="sm" />
              </div>
            )}
          </div>
        )}
      </div>
      <p className="meta t2">{of.text}</p>
      <Facts of={of} />
      {payment && (
        <p className="meta">
          <bdi>
            {t('payment', { name: payment.contractor_name, company: payment.company_name })}
          </bdi>
        </p>
      )}
      <Actions of={of} />
    </li>
  )
}

/** What the bank, or the book, calls it. */
function Facts({ of: { bank_reference, reference, account, party } }: { of: Difference }) {
  const t = useTranslations('reconciliation.row')
  const facts = [
    [t('bank'), bank_reference],
    [t('ours'), reference],
    [t('account'), account],
    [t('from'), [party?.name, party?.account].filter(text => text).join(', ')],
    [t('said'), party?.words],
  ].filter(([, value]) => value)
  if (facts.length === 0) return null
  return (
    <dl className="bank-facts meta">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="t3">{term}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What may be done, in the order of the server: the first is a button with an edge, so that a row never begins with an indented word. */
function Actions({ of }: { of: Difference }) {
  const [doing, setDoing] = useState<'explain' | 'book_as'>()
  const close = () => setDoing(undefined)
  return (
    <div className="row g8 wrap bank-acts">
      {of.allowed_actions.map((action, at) => (
        <Act key={action} {...{ of, action, onDo: setDoing }} first={at === 0} />
      ))}
      <Suspense fallback={null}>
        {doing === 'explain' && <ExplainDialog of={of} onClose={close} />}
        {doing === 'book_as' && <BookAsDialog of={of} onClose={close} />}
      </Suspense>
    </div>
  )
}

type ActProps = {
  of: Difference
  action: Difference['allowed_actions'][number]
  first: boolean
  onDo: (what: 'explain' | 'book_as') => void
}

function Act({ of, action, first, onDo }: ActProps) {
  const t = useTranslations('reconciliation.row')
  if (action === 'book_receipts') return <BookReceipts of={of} />
  if (action === 'settle') return <Settle of={of} />
  if (action === 'match') return <Same of={of} />
  const reference = of.bank_reference ?? of.reference ?? ''
  const look = { size: 'sm', variant: first ? 'secondary' : 'text' } as const
  if (action === 'mend')
    return (
      <LinkButton
        {...look}
        href="/operations/transactions?tab=work"
        aria-label={t('mendOf', { name: of.payment?.contractor_name ?? reference })}
      >
        {t('mend')}
      </LinkButton>
    )
  const label =
    action === 'book_as'
      ? t('bookAsOf', { reference })
      : t('explainOf', { title: of.title, amount: moneyText(of.amount) })
  return (
    <Button {...look} aria-label={label} onClick={() => onDo(action)}>
      {t(action)}
    </Button>
  )
}

function BookReceipts({ of }: { of: Difference }) {
  const t = useTranslations('reconciliation.row')
  const book = useCall('bookStatementReceipts', {
    refresh: BOOKED,
    onSuccess: ({ waiting, booked, suspended }) =>
      openAlert(waiting ? waiting.reason : t('booked', { booked, suspended }), {
        severity: waiting ? 'info' : 'success',
      }),
    onProblem: problem => {
      openAlert(problem.detail, { severity: 'error' })
      return true
    },
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      loading={book.isPending}
      aria-label={t('bookOf', { reference: of.bank_reference ?? '' })}
      onClick={() => book.mutate({ params: { id: of.statement_uuid ?? '' } })}
    >
      {t('book')}
    </Button>
  )
}

/** Marks the payment settled as the list of payments would, and then holds bank and books against each other. */
function Settle({ of: { payment, bank_reference } }: { of: Difference }) {
  const t = useTranslations('reconciliation.row')
  const compare = useCall('compareBank', { refresh: BOOKED })
  const settle = useCall('bulkSettle', {
    onSuccess: ({ refused }) => {
      const [first] = refused
      if (first) openAlert(first.reason, { severity: 'error' })
      compare.mutate({})
    },
  })
  if (!payment) return null
  const { payment_uuid, contractor_name: name } = payment
  return (
    <Button
      size="sm"
      variant="secondary"
      loading={settle.isPending || compare.isPending}
      aria-label={t('settleOf', { name })}
      onClick={() =>
        settle.mutate({ body: { payment_uuids: [payment_uuid], reference: bank_reference ?? '' } })
      }
    >
      {t('settle')}
    </Button>
  )
}

/** What of the books may be the same money, one button each. */
function Same({ of: { entry_uuid, alike } }: { of: Difference }) {
  const t = useTranslations('reconciliation.row')
  const tCodes = useTranslations('ledger.codes')
  const match = useCall('matchBankEntry', {
    refresh: COMPARED,
    onSuccess: () => openAlert(t('sameDone'), { severity: 'success' }),
  })
  return alike.map(({ transfer_uuid, day, code, reference }) => (
    <Button
      key={transfer_uuid}
      size="sm"
      variant="secondary"
      loading={match.isPending && match.variables?.body.transfer_uuid === transfer_uuid}
      onClick={() => match.mutate({ params: { id: entry_uuid ?? '' }, body: { transfer_uuid } })}
    >
      {t('same', {
        what: tCodes(code),
        date: shortDate(day),
        reference: reference && ` (${reference})`,
      })}
    </Button>
  ))
}
