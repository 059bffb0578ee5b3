/** One company of a size: what each page takes while its cycle is open and after it was paid, and what each step of the payroll takes. */
import { linesOf, millisecondsOf } from './load.ts'
import { payrollOf, type Seconds, WORK } from './payroll.ts'
import {
  BENCH,
  FIRST_PERIOD_END,
  seedBatches,
  seedCompany,
  seedOperator,
  seedStatements,
} from './seed.ts'
import type { Memory, Role, Served, Stages } from './stage.ts'

export type Grown = {
  readonly contractors: number
  /** Milliseconds by page. */
  readonly pages: Record<string, number>
  readonly seconds: Seconds
  /** Of each export of what was paid. */
  readonly export_seconds: Record<string, number>
  readonly rss_bytes: number
  /** The most that the server held until all were paid, and from then on, while exports left it. */
  readonly most_bytes: { readonly until_paid: number; readonly exporting: number }
  /** Whether all were paid. */
  readonly paid: boolean
  /** What was refused, in the server's words; steps after a refused one were not tried. */
  readonly refusals: readonly string[]
}

export type Wanted = {
  /** Names of pages of the open cycle, or all of both. */
  readonly pages: readonly string[] | 'all'
  readonly pay: boolean
}

type Page = readonly [name: string, role: Role, path: string]

/** Each page of a list that is measured, as it is asked for in a company of so many. */
export function pagesOf(contractors: number, cycle: string): Page[] {
  const operatorItems = `/operations/employers/${BENCH.domain}/pay-cycles/${cycle.split('/').at(-1)}/items?limit=50`
  return [
    ['cycle', 'employer', `${cycle}?limit=50`],
    ['cycle-found', 'employer', `${cycle}?limit=50&search=Okafor`],
    ['cycle-by-name', 'employer', `${cycle}?limit=50&sort=name`],
    ['cycle-by-amount', 'employer', `${cycle}?limit=50&sort=amount_down`],
    ['payrolls', 'employer', '/payrolls?limit=50'],
    ['policy-cycles', 'employer', `/payrolls/${BENCH.policy_uuid}?limit=50`],
    ['timesheets', 'employer', `${cycle}/timesheets?limit=50&show=all`],
    ['contractor-pays', 'employer', `/employer/contractors/${BENCH.contractor}1/pays?limit=50`],
    ['receipts', 'employer', '/employer/billing_invoices?limit=50'],
    ['events', 'employer', '/events?limit=50'],
    ['contractors', 'employer', '/employer/contractors?limit=50'],
    ['search-common', 'employer', '/employer/contractors?limit=50&search=Okafor'],
    [
      'search-one',
      'employer',
      `/employer/contractors?limit=50&search=${BENCH.contractor}${contractors - 1}@`,
    ],
    [
      'search-script',
      'employer',
      `/employer/contractors?limit=50&search=${encodeURIComponent(`陳 ${nearest(contractors)}`)}`,
    ],
    ['search-none', 'employer', '/employer/contractors?limit=50&search=nobody-here'],
    ['people-needs', 'employer', '/employer/people-needs'],
    ['unpaid', 'employer', '/employer/unpaid-periods?limit=50'],
    ['reports', 'employer', '/employer/reports?limit=50'],
    ['batches', 'employer', '/employer/partner/batches?limit=50&sandbox=true'],
    ['batch-rows', 'employer', `/employer/partner/batches/${BENCH.policy_uuid}/rows?limit=50`],
    ['statements', 'operator', '/operations/bank-statements?limit=50'],
    ['bank-days', 'operator', '/operations/bank-days?currency=EUR&limit=50'],
    ['differences', 'operator', '/operations/bank-differences?limit=50'],
    ['differences-by-amount', 'operator', '/operations/bank-differences?limit=50&sort=amount'],
    ['differences-count', 'operator', '/operations/bank-differences/count'],
    ['checklist', 'operator', '/operations/payments/checklist'],
    ['work-list', 'operator', '/operations/payments/work-list?limit=50'],
    ['approval-steps', 'operator', '/operations/approval-steps?limit=50'],
    ['operator-cycles', 'operator', `/operations/employers/${BENCH.domain}/pay-cycles`],
    ['operator-items', 'operator', operatorItems],
    ['operator-items-found', 'operator', `${operatorItems}&search=Okafor`],
    ['operator-contractors', 'operator', '/operations/contractors?limit=50'],
    [
      'operator-search',
      'operator',
      `/operations/contractors?limit=50&search=${BENCH.contractor}${contractors - 1}@`,
    ],
    ['operator-unpaid', 'operator', '/operations/payments/unpaid?limit=50'],
    ['history', 'operator', '/operations/payments/history?limit=50'],
    [
      'history-one',
      'operator',
      `/operations/payments/history?limit=50&search=${BENCH.contractor}${contractors - 1}@`,
    ],
    ['history-common', 'operator', '/operations/payments/history?limit=50&search=Okafor'],
    ['history-amount', 'operator', '/operations/payments/history?limit=50&search=1234.56'],
    ['history-reference', 'operator', '/operations/payments/history?limit=50&search=no-such'],
    ['history-cancelled', 'operator', '/operations/payments/history?limit=50&status=CANCELLED'],
    ['operator-employers', 'operator', '/operations/employers?limit=50'],
    ['late-pay', 'operator', '/operations/late-pay'],
    ['ledger-accounts', 'operator', '/operations/ledger/accounts?limit=50'],
    ['transfers', 'operator', '/operations/ledger/transfers?limit=50'],
    ['prices', 'operator', '/operations/prices?limit=50'],
    ['funding-summary', 'operator', '/operations/employers/funding-summary'],
    ['funding-requests', 'operator', '/operations/funding-requests?limit=50'],
    ['suspense', 'operator', '/operations/suspense?limit=50'],
    ['conversions', 'operator', '/operations/conversions?limit=50'],
    ['screening', 'operator', '/operations/screening?limit=50'],
    ['tax-forms', 'employer', '/employer/tax-forms?limit=50'],
    ['first-pay', 'employer', '/user/first-pay'],
    ['waiting', 'employer', '/user/waiting'],
    ['waiting-operator', 'operator', '/user/waiting'],
    ['notifications', 'employer', '/user/notifications?limit=50'],
    ['me', 'employer', '/user/me'],
    ['me-contractor', 'contractor', '/user/me'],
    ['payslips', 'contractor', '/user/payslips?limit=50'],
    ['next-pays', 'contractor', '/contractor/next-pays'],
  ]
}

/** What leaves as a file, and how many lines it has at least: accounting programs take sums, all others a line for each that was paid. */
export function exportsOf(
  cycle: string,
  contractors: number,
): (readonly [...Page, lines: number])[] {
  const period = `from=${FIRST_PERIOD_END}&to=${FIRST_PERIOD_END}`
  return [
    ['cycle-csv', 'employer', `${cycle}/csv`, contractors],
    ['journal', 'employer', `/employer/journal/csv?${period}`, contractors],
    ['journal-quickbooks', 'employer', `/employer/journal/import/quickbooks?${period}`, 2],
    ['history-csv', 'operator', '/operations/payments/history/csv', contractors],
  ]
}

/** The largest number whose contractor has the name that is looked for (seed.ts). */
function nearest(contractors: number): number {
  let n = contractors
  while (n > 0 && Math.floor(n / 8) % 10 !== 4) n--
  return n
}

export async function grow(
  stages: Stages,
  name: string,
  contractors: number,
  wanted: Wanted,
): Promise<Grown> {
  const stage = await stages.open(name)
  await seedOperator(stage.client)
  await seedCompany(stage.client, stage.fields, BENCH, { contractors, paid: 0 })
  await seedBatches(stage.client, BENCH, contractors)
  await seedStatements(stage.client, stage.fields, contractors)
  await stage.verify()
  const served = await stage.serve('ours')
  const payroll = payrollOf(served, BENCH, 'employer')
  const found = {
    pages: {} as Grown['pages'],
    export_seconds: {} as Grown['export_seconds'],
    paid: false,
    refusals: [] as string[],
  }
  let paying: Memory | undefined
  try {
    await stage.quiet()
    const cycle = await payroll.open()
    await stage.client.query('analyze')
    await stage.quiet()
    const measured = pagesOf(contractors, cycle).filter(
      ([page]) => wanted.pages === 'all' || wanted.pages.includes(page),
    )
    await measure(served, measured, found, '')
    if (wanted.pay) {
      await payroll.approve(cycle, await payroll.look(cycle))
      await payroll.pay(contractors)
      found.paid = true
      await stage.quiet()
    }
    if (wanted.pay && wanted.pages === 'all') await measure(served, measured, found, '-paid')
    paying = await served.memory()
    if (found.paid) await exportAll(served, cycle, contractors, found.export_seconds)
  } catch (error) {
    found.refusals.push(wordsOf(error))
  }
  const { rss_bytes, most_bytes: exporting } = await served.memory()
  await served.end()
  await stage.clear()
  const most_bytes = { until_paid: paying?.most_bytes ?? exporting, exporting }
  return { contractors, ...found, seconds: payroll.seconds, rss_bytes, most_bytes }
}

async function exportAll(
  served: Served,
  cycle: string,
  contractors: number,
  into: Grown['export_seconds'],
): Promise<void> {
  for (const [name, role, path, least] of exportsOf(cycle, contractors)) {
    const { lines, seconds } = await linesOf(served.call(path, role))
    if (lines < least) throw new Error(`${name} has ${lines} lines, and not ${least}`)
    into[name] = seconds
  }
}

async function measure(
  served: Served,
  asked: readonly Page[],
  into: { pages: Grown['pages']; refusals: string[] },
  after: string,
): Promise<void> {
  for (const [page, role, path] of asked)
    await millisecondsOf(served.call(path, role)).then(
      took => {
        into.pages[`${page}${after}`] = median(took)
      },
      error => into.refusals.push(wordsOf(error)),
    )
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Items per second of what plain SQL does as well; undefined when a step was refused. */
export function itemsPerSecond({ contractors, seconds, paid }: Grown): number | undefined {
  if (!paid) return undefined
  return contractors / WORK.reduce((sum, step) => sum + (seconds[step] ?? 0), 0)
}

/** What the server holds at the end, and the most that it held before and while exports left it, in megabytes. */
export function memoryOf({ rss_bytes, most_bytes }: Grown): Record<string, number> {
  const of = {
    rss: rss_bytes,
    'most-rss': most_bytes.until_paid,
    'most-rss-exporting': most_bytes.exporting,
  }
  return Object.fromEntries(Object.entries(of).map(([name, bytes]) => [name, bytes / 2 ** 20]))
}

/** The figures of several sizes beside each other, as lines of text. */
export function tableOf(sizes: readonly Grown[]): string[] {
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(28)}${cells.map(cell => cell.padStart(12)).join('')}`
  const rowsOf = (what: (one: Grown) => Record<string, number>, unit: string, digits: number) =>
    [...new Set(sizes.flatMap(one => Object.keys(what(one))))].map(name =>
      line(
        `${name} ${unit}`,
        sizes.map(one => what(one)[name]?.toFixed(digits) ?? '-'),
      ),
    )
  return [
    line(
      'contractors',
      sizes.map(one => String(one.contractors)),
    ),
    ...rowsOf(one => one.pages, 'ms', 1),
    ...rowsOf(one => one.seconds, 's', 2),
    ...rowsOf(one => one.export_seconds, 's', 2),
    ...rowsOf(memoryOf, 'MB', 0),
    ...sizes.flatMap(one => one.refusals.map(said => `  at ${one.contractors}: ${said}`)),
  ]
}
