import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { hasLeft } from '#domain/payments/lost.ts'
import { isLateToFund } from '#domain/payroll/deadlines.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { monthDay } from '#web/parts/times.ts'
import { Amount } from '#web/ui/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { inCurrency } from './parts/balance-words.ts'
import { NeedByDate } from './parts/need-by-date.tsx'
import { OwnConversions } from './parts/own-conversions.tsx'
import { PayIn } from './parts/pay-in.tsx'
import { Received } from './parts/received.tsx'
import { FundsStatement } from './parts/statement.tsx'
import type { ToSend } from './parts/up-to.ts'
import { FundsAsked } from './shared.tsx'

type Ways = ClientOutput<'getWaysToFund'>
type CycleRow = ClientOutput<'listCycles'>['items'][number]
type Funds = ClientOutput<'getEmployerBalances'>
type Balance = Funds['balances'][number]

/** Whether anything is, was or will be in a currency. */
function isUsed({ available, reserved, in_flight, kept, need }: Balance): boolean {
  return available + reserved + in_flight + kept + need > 0
}

/** Currencies that pay is due in or money is here for come first, each in its order. */
function byUse(a: Balance, b: Balance): number {
  const used = ({ available, reserved, need }: Balance) => available + reserved + need > 0
  return Number(used(b)) - Number(used(a))
}

/** Whether it is pay that can be approved, or was and has not left. */
function isOpen({ cycle_uuid, contractors, pay_state }: CycleRow): boolean {
  return cycle_uuid !== null && contractors > 0 && !hasLeft(pay_state?.state)
}

/** What is missing for which pay date, what is there, where to send money, and what arrived. */
export function EmployerFundsPage() {
  const t = useTranslations('ledger.funds')
  return (
    <Page>
      <QueryView
        title={t('quiet.title')}
        of={query('getEmployerBalances', {})}
        skeleton={<FundsSkeleton />}
      >
        {funds => (
          <QueryView
            title={t('quiet.title')}
            of={query('getWaysToFund', {})}
            skeleton={<FundsSkeleton />}
          >
            {ways => (
              <QueryView title={t('quiet.title')} of={CYCLES} skeleton={<FundsSkeleton />}>
                {cycles => <FundsView funds={funds} ways={ways} cycles={cycles.items} />}
              </QueryView>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

// The list that home and Run payroll show, so that all three name the same sums.
const CYCLES = query('listCycles', { query: { view: 'run' } })

function FundsView({
  funds,
  ways,
  cycles,
}: {
  funds: Funds
  ways: Ways
  cycles: readonly CycleRow[]
}) {
  const t = useTranslations('ledger.funds')
  const toSend = cycles
    .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
    .flatMap(({ cycle_uuid, pay_date, fund_by, short, to_send }) =>
      short.map(amount => ({
        id: `${cycle_uuid ?? 'planned'} ${amount.currency}`,
        ...{ pay_date, fund_by, amount },
        left: to_send.find(({ currency }) => currency === amount.currency),
      })),
    )
  const lacks = new Set(toSend.map(({ amount }) => amount.currency))
  const balances = funds.balances.filter(one => isUsed(one) || lacks.has(one.currency))
  return (
    <>
      <Head
        balances={balances}
        toSend={toSend}
        open={cycles.some(isOpen)}
        held={ways.missing === 'UNVERIFIED'}
      />
      <FundsAsked requests={ways.requests} />
      {balances.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <NeedByDate balances={balances} cycles={cycles} />
      )}
      <PayIn ways={ways} toSend={toSend} />
      <SectionHead
        title={t('received')}
        tools={
          <Link className="meta" href="/employer/banking-information">
            {t('accounts')}
          </Link>
        }
      />
      <Received fundings={funds.fundings} />
      <OwnConversions />
      <FundsStatement currencies={balances.toSorted(byUse).map(({ currency }) => currency)}>
        <SimulatedNote />
      </FundsStatement>
    </>
  )
}

function FundsSkeleton() {
  return (
    <>
      <HeadSkeleton width={520} />
      <div className="stack g32">
        <CardSkeleton height={160} />
        <CardSkeleton height={380} />
      </div>
    </>
  )
}

/** What is missing for the first pay date that is short, in the words of home; else what is there. */
function Head({
  balances,
  toSend,
  open,
  held,
}: {
  balances: readonly Balance[]
  toSend: readonly ToSend[]
  /** Whether there is pay that can be approved or waits to leave. */
  open: boolean
  /** Whether money may be sent only once the company is verified. */
  held: boolean
}) {
  const t = useTranslations('ledger.funds')
  const today = useToday()
  // What a pay waits for whose day is over comes first: it was sent, and is not here.
  const late = toSend.find(({ left, pay_date }) => !left && pay_date < today)
  if (late) return <LateHead late={late} next={toSend.find(({ left }) => left)} />
  // What is still to be sent comes before what is on its way, as at home.
  const next = toSend.find(({ left }) => left) ?? toSend[0]
  const same = toSend.filter(of => of !== next && of.pay_date === next?.pay_date && of.left)
  const first = balances.toSorted((a, b) => b.available - a.available)[0]
  if (next?.left && held) return <HeldHead next={next} left={next.left} />
  if (next) {
    const amount = next.left ?? next.amount
    const said = next.left ? urgencyOf(next, today) : 'noted'
    return (
      <PageHead
        wrong={said === 'missed'}
        title={t.rich(`short.titles.${said}`, {
          amount: () => <MoneyAmount of={amount} />,
          date: formatDateLong(said === 'missed' ? next.pay_date : next.fund_by),
        })}
        lead={
          <span>
            {t(`short.leads.${said}`, { pay_date: monthDay(next.pay_date) })}
            {same.length > 0 && ' '}
            {same.length > 0 &&
              t.rich('short.more', {
                amount: () => <MoneyList of={same.flatMap(({ left }) => left ?? [])} />,
              })}
          </span>
        }
      />
    )
  }
  const kept = balances.filter(of => of.kept > 0)
  if (kept[0])
    return (
      <PageHead
        wrong
        title={t.rich('kept.title', {
          amount: () => <MoneyList of={kept.map(of => inCurrency(of, of.kept))} />,
        })}
        lead={t('kept.lead')}
      />
    )
  if (first)
    return (
      <PageHead
        title={t.rich('available.title', {
          amount: () => <BalanceAmount of={first} minor={first.available} />,
        })}
        lead={t(open ? 'available.covers' : 'available.enough')}
      />
    )
  return <PageHead title={t('quiet.title')} lead={t('quiet.lead')} />
}

/** How urgently money is to be sent that nobody announced: the pay is late for want of it, may be, is not if it leaves today, or there are days left. */
function urgencyOf({ pay_date, fund_by }: ToSend, today: string) {
  if (pay_date < today) return 'missed'
  if (isLateToFund(pay_date, today)) return 'tight'
  return fund_by === today ? 'today' : 'ahead'
}

/** What will have to be sent, once there is somewhere to send it. */
function HeldHead({ next, left }: { next: ToSend; left: ToSend['amount'] }) {
  const t = useTranslations('ledger.funds.short')
  return (
    <PageHead
      title={t.rich('heldTitle', {
        amount: () => <MoneyAmount of={left} />,
        date: formatDateLong(next.pay_date),
      })}
      lead={t('heldLead')}
    />
  )
}

/** Money that was announced for a pay that is late without it, and what is still to be sent for the next. */
function LateHead({ late, next }: { late: ToSend; next: ToSend | undefined }) {
  const t = useTranslations('ledger.funds.short')
  const amount = (of: ToSend | undefined) => () => of && <MoneyAmount of={of.left ?? of.amount} />
  return (
    <PageHead
      wrong
      title={t.rich('lateTitle', { amount: amount(late), date: formatDateLong(late.pay_date) })}
      lead={
        <span>
          {t('lateLead')}
          {next && ' '}
          {next && t.rich('lateNext', { amount: amount(next), date: formatDateLong(next.fund_by) })}
        </span>
      }
    />
  )
}

function BalanceAmount({ of, minor }: { of: Balance; minor: number }) {
  return <Amount minor={minor} currency={of.currency} exponent={exponentOf(of.currency)} />
}
