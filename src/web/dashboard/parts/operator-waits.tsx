import { useTranslations } from 'use-intl'
import { daysLate } from '#domain/payments/lateness.ts'
import { isKept } from '#domain/payments/lost.ts'
import type { ClientOutput, WireMoney } from '#web/kernel/types.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { shortDate, whenText } from '#web/parts/times.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import './operator-home.css'

type Checklist = ClientOutput<'getChecklist'>

export type Waits = {
  readonly checklist: Pick<
    Checklist,
    'pay_date' | 'late' | 'blocked' | 'ready' | 'ready_payments' | 'ready_totals' | 'files'
  >
  readonly wrong: ClientOutput<'countWrong'>
  readonly late: ClientOutput<'listLatePay'>
  readonly funds: Pick<ClientOutput<'getBalances'>, 'balances' | 'notices' | 'work'>
  readonly bank: ClientOutput<'countDifferences'>
  readonly checks: Pick<ClientOutput<'getChecks'>, 'failing'>
  readonly companies: Pick<ClientOutput<'listOperationsEmployers'>, 'overdue'>
  readonly people: Pick<ClientOutput<'listOperationsContractors'>, 'overdue'>
}

type Asked = {
  readonly [K in keyof Waits]: { readonly data: Waits[K] | undefined }
}

/** What came, with nothing in place of what did not. */
export function waitsOf(asked: Asked, today: string): Waits {
  const overdue = { count: 0, since: null }
  return {
    checklist: asked.checklist.data ?? {
      ...{ pay_date: today, late: null, blocked: [], ready: [] },
      ...{ ready_payments: 0, ready_totals: [] },
    },
    wrong: asked.wrong.data ?? [],
    late: asked.late.data ?? { cycles: [], companies_late: 0, more: 0, unconfirmed: null },
    funds: asked.funds.data ?? { balances: [], notices: [], work: [] },
    bank: asked.bank.data ?? { currencies: [] },
    checks: asked.checks.data ?? { failing: 0 },
    companies: asked.companies.data ?? { overdue },
    people: asked.people.data ?? { overdue },
  }
}

type Line = {
  readonly key: string
  readonly icon: IconName
  readonly tone?: 'err' | 'warn'
  readonly title: string
  readonly text: string
  readonly count: number
  /** A day, where it is known since when. */
  readonly since?: string | undefined
  readonly totals: readonly WireMoney[]
  readonly href: string
  /** What is done there, where the server says so. */
  readonly verb?: string | undefined
}

const UNPAID = '/operations/transactions'
const ICONS = {
  CONTRADICTED: 'shield',
  UNKNOWN: 'info',
  RETURNED: 'undo',
  FAILED: 'blocked',
} as const
/** How many names a line tells. */
const NAMES = 3
/** How many companies have a line of their own; of more there is one line. */
const COMPANIES = 8

/** What is wrong first, then what stays behind, then what is short and what was announced; each leads where it is mended. */
export function OperatorWaits({ waits, isPart }: { waits: Waits; isPart: boolean }) {
  const t = useTranslations('dashboard.operator.waiting')
  const lines = useLines(waits)
  const today = waits.checklist.pay_date
  // That nothing is wrong is said once all of it is known.
  if (lines.length === 0 && isPart) return null
  return (
    <>
      <SectionHead title={t('title')} tools={<Link href={`${UNPAID}?tab=work`}>{t('all')}</Link>} />
      {lines.length === 0 ? (
        <Card pad>
          <Say kind="done" word={t('nothing')}>
            {t('nothingText')}
          </Say>
        </Card>
      ) : (
        <TableCard
          label={t('title')}
          columns={5}
          head={
            <>
              <Th width="46%">{t('what')}</Th>
              <Th end>{t('count')}</Th>
              <Th end>{t('since')}</Th>
              <Th end>{t('amount')}</Th>
              <Th hidden>{t('open')}</Th>
            </>
          }
        >
          {lines.map(line => (
            <Row key={line.key}>
              <td>
                <div className="row g12 what">
                  <span className={cx('tile', line.tone)}>
                    <Icon name={line.icon} />
                  </span>
                  <div className="grow">
                    <div className="w5">{line.title}</div>
                    <div className="meta t3">
                      <bdi>{line.text}</bdi>
                    </div>
                  </div>
                </div>
              </td>
              <td className="r w6">{line.count.toLocaleString('en-US')}</td>
              <td className={cx('r', line.tone === 'err' && 'late')}>
                {line.since &&
                  t('days', { days: daysLate(line.since, { due: line.since, on: today }) })}
              </td>
              <td className="r">
                <MoneyStack of={line.totals} />
              </td>
              <td className="r">
                <LinkButton
                  variant="text"
                  size="sm"
                  href={line.href}
                  aria-label={t('openOf', { verb: line.verb ?? t('open'), what: line.title })}
                >
                  {line.verb ?? t('open')}
                </LinkButton>
              </td>
            </Row>
          ))}
        </TableCard>
      )}
    </>
  )
}

/** What should have happened before today, and did not: pay that is ready, and reviews that were promised. */
function useOverdue({ checklist: { late }, companies, people }: Waits): Line[] {
  const t = useTranslations('dashboard.operator.waiting')
  const review = (key: 'companies' | 'people', { count, since }: Waits['people']['overdue']) =>
    count > 0 && since
      ? [
          {
            ...({ key, icon: 'shield', tone: 'err', totals: [], count, since } as const),
            title: t(`${key}.title`),
            text: t(`${key}.text`),
            href: `/operations/${key === 'people' ? 'contractors' : 'employers'}?verification=PENDING_REVIEW`,
          },
        ]
      : []
  return [
    ...(late
      ? [
          {
            ...({ key: 'late', icon: 'send', tone: 'err', count: late.payments } as const),
            ...{ since: late.since, totals: late.totals },
            title: t('late.title'),
            text: t('late.text'),
            href: `${UNPAID}/checklist`,
          },
        ]
      : []),
    ...review('companies', companies.overdue),
    ...review('people', people.overdue),
  ]
}

/** Pay whose date has come and that its company did not approve or fund, a line each; and what nobody confirmed in time. */
function useLatePay({ late: { cycles, more, unconfirmed } }: Waits): Line[] {
  const t = useTranslations('dashboard.operator.waiting')
  const told = cycles.slice(0, COMPANIES)
  const rest = cycles.slice(COMPANIES)
  const others = new Set(rest.map(({ cycle_uuid }) => cycle_uuid)).size + more
  const tPay = useTranslations('payroll.pay.operator')
  const tStep = useTranslations('payroll.pay.steps')
  return [
    ...told.map(({ pay_state, announced_on, ...cycle }): Line => {
      const { says, count, totals, acts, until } = pay_state
      const { code, next } = says
      return {
        ...{ key: `${cycle.cycle_uuid} ${code}`, tone: 'err', count, totals },
        icon: next?.step === 'BOOK' ? 'funds' : 'calendar',
        since: cycle.pay_date,
        title: tPay(`${code}.title`, { company: cycle.company_name }),
        text: tPay(`${code}.lead`, {
          ...{ policy: cycle.policy_label, acts, date: shortDate(cycle.pay_date) },
          until: until ? whenText(until) : '',
          announced: announced_on ? shortDate(announced_on) : '',
        }),
        href: next?.link ?? UNPAID,
        verb: next ? tStep(next.step) : undefined,
      }
    }),
    ...(others > 0
      ? [
          {
            ...({ key: 'more', icon: 'calendar', tone: 'err', totals: [] } as const),
            ...{ title: t('more.title'), text: t('more.text') },
            ...{ count: others, since: rest[0]?.pay_date, href: '/operations/employers' },
          },
        ]
      : []),
    ...(unconfirmed
      ? [
          {
            ...({ key: 'unconfirmed', icon: 'clock', tone: 'err' } as const),
            ...{ title: t('unconfirmed.title'), text: t('unconfirmed.text') },
            ...{ count: unconfirmed.payments, since: unconfirmed.since },
            ...{ totals: unconfirmed.totals, href: `${UNPAID}?status=SENT` },
          },
        ]
      : []),
  ]
}

/** What our banks show otherwise than the books. */
function useDifferences({ bank: { currencies } }: Waits): Line[] {
  const t = useTranslations('dashboard.operator.waiting')
  const found = currencies.filter(({ differences }) => differences > 0)
  const [since] = found.flatMap(of => of.since_on ?? []).toSorted()
  if (found.length === 0) return []
  return [
    {
      ...({ key: 'bank', icon: 'bank', tone: 'err', since } as const),
      title: t('bank.title'),
      text: t('bank.text', { currencies: found.map(({ currency }) => currency).join(', ') }),
      count: found.reduce((sum, { differences }) => sum + differences, 0),
      totals: found.map(({ total }) => total).filter(of => of.amount_in_smallest_unit > 0),
      href: '/operations/reconciliation',
    },
  ]
}

/** What Corridor does by itself, and that fails. */
function useFailing({ checks: { failing: count } }: Waits): Line[] {
  const t = useTranslations('dashboard.operator.waiting.failing')
  if (!count) return []
  return [
    {
      ...({ key: 'failing', icon: 'warning', tone: 'err', count, totals: [] } as const),
      ...{ title: t('title'), text: t('text'), href: '/operations/checks#failing' },
    },
  ]
}

/** What is known of wallets by their last reading alone. */
const READ: readonly string[] = ['FULL_WALLETS', 'COINS_MISSING']

/** Where money may be lost, or cannot be told. */
const WRONG: readonly string[] = ['CHAINS', 'WALLETS_DIFFER']

/** Chains and wallets that stand still, and what came in and is nobody's yet, or is in doubt. */
function useFundsWork({ funds: { work } }: Waits): Line[] {
  const t = useTranslations('dashboard.operator.waiting.work')
  return (work ?? []).map(
    ({ kind, count, since, totals }): Line => ({
      ...{ key: kind, icon: 'funds', tone: WRONG.includes(kind) ? 'err' : 'warn' },
      // Since when a wallet holds too much, or too little, is not known.
      ...{ count, totals, since: READ.includes(kind) ? undefined : since.slice(0, 10) },
      ...{ title: t(`${kind}.title`), text: t(`${kind}.text`), href: '/operations/funds' },
    }),
  )
}

/** Files for banks that another operator is to release. */
function useFiles({ checklist: { files } }: Waits): Line[] {
  const t = useTranslations('dashboard.operator.waiting.files')
  if (!files) return []
  const { count, since, totals } = files
  return [
    {
      ...({ key: 'files', icon: 'bank', tone: 'warn', count, totals } as const),
      ...{ title: t('title'), text: t('text'), since: since.slice(0, 10) },
      href: `${UNPAID}?tab=files`,
    },
  ]
}

function useLines(waits: Waits): Line[] {
  const { checklist, wrong, funds } = waits
  const t = useTranslations('dashboard.operator.waiting')
  const tReason = useTranslations('payments.blocked.reasons')
  const latePay = useLatePay(waits)
  const behind = checklist.blocked.filter(({ code }) => !isKept(code))
  const short = funds.balances.filter(row => row.short > 0)
  const lacking = new Set(short.map(row => row.employer_uuid))
  const overdue = useOverdue(waits)
  const differ = [...useDifferences(waits), ...useFailing(waits)]
  const received = [...useFundsWork(waits), ...useFiles(waits)]
  return [
    ...overdue.filter(({ key }) => key === 'late'),
    ...latePay,
    ...wrong.map(
      ({ status, payments, since, totals }): Line => ({
        ...{ key: status, icon: ICONS[status], tone: 'err', count: payments, since, totals },
        title: t(`${status}.title`),
        text: t(`${status}.text`),
        href: `${UNPAID}?tab=work&kind=${status}`,
      }),
    ),
    ...differ,
    ...overdue.filter(({ key }) => key !== 'late'),
    ...received,
    ...(behind.length > 0
      ? [
          {
            ...({ key: 'blocked', icon: 'clock', tone: 'warn' } as const),
            title: t('blocked.title'),
            text: behind
              .map(({ code, payments }) =>
                t('blocked.reason', { reason: tReason(code), count: payments }),
              )
              .join(' '),
            count: behind.reduce((sum, { payments }) => sum + payments, 0),
            totals: summed(behind.flatMap(({ held }) => held)),
            href: `${UNPAID}/checklist`,
          },
        ]
      : []),
    ...(short.length > 0
      ? [
          {
            ...({ key: 'short', icon: 'funds', tone: 'warn' } as const),
            title: t('short.title'),
            text: t('short.text', { names: namesOf(short) }),
            count: lacking.size,
            totals: summed(
              short.map(row => ({ currency: row.currency, amount_in_smallest_unit: row.short })),
            ),
            href: '/operations/funds',
          },
        ]
      : []),
    ...(funds.notices.length > 0
      ? [
          {
            ...({ key: 'notices', icon: 'mail' } as const),
            title: t('notices.title'),
            text: t('notices.text', { names: namesOf(funds.notices) }),
            count: funds.notices.length,
            since: funds.notices[0]?.announced_at.slice(0, 10),
            totals: summed(funds.notices.map(({ amount }) => amount)),
            href: '/operations/funds',
          },
        ]
      : []),
  ]
}

function namesOf(rows: readonly { readonly company_name: string }[]): string {
  const names = [...new Set(rows.map(row => row.company_name))]
  return names.slice(0, NAMES).join(', ') + (names.length > NAMES ? ', …' : '')
}

/** Sums by currency, in whole smallest units. */
function summed(sums: readonly WireMoney[]): WireMoney[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount_in_smallest_unit: own.reduce((sum, of) => sum + of.amount_in_smallest_unit, 0),
  }))
}
