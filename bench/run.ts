/**
 * `npm run bench`: what the defences cost, and how what grows costs more, as ratios within one run. README, "Other commands", says
 * what each figure is. The client runs in a process of its own kind: the same for both sides.
 */
import { execFile } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { promisify } from 'node:util'
import { CHAINS, type ChainName, payOut } from './chains.ts'
import { listContractors } from './contractors.ts'
import {
  type Grown,
  grow,
  itemsPerSecond,
  median,
  memoryOf,
  tableOf,
  type Wanted,
} from './growth.ts'
import { postHot } from './hot.ts'
import { listPayments, mixed, openLivedIn } from './lived-in.ts'
import type { Met } from './load.ts'
import { BATCH_WORK, payrollOverHttp, WORK } from './payroll.ts'
import { CONTRACTS, makePdfs, PAYSLIPS } from './pdfs.ts'
import { plainPayroll } from './plain.ts'
import { BENCH, seedCompany, seedOperator } from './seed.ts'
import { openStages, type Stages } from './stage.ts'

/** Null where the server refused what is measured; `reason` has its words. */
type Figure = {
  name: string
  ours: number | null
  baseline: number | null
  ratio: number | null
  unit: string
  reason?: string
}

const json = process.argv.includes('--json')
const quick = process.argv.includes('--quick')
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',')
const [SMALL, MIDDLE, LARGE] = quick ? [200, 1_000, 5_000] : [1_000, 10_000, 100_000]
const ROUNDS = 3
/** So many of each way and round. */
const PDFS = 200
const PAYOUTS = 200
const say = (text: string) => json || console.log(text)
const short = (n: number) => (n < 1000 ? String(n) : `${n / 1000}k`)

const PARTS = {
  payroll: `payroll-${short(MIDDLE)}`,
  batch: `batch-${short(MIDDLE)}`,
  list: `list-50-of-${short(LARGE)}`,
  contractors: `contractors-50-of-${short(LARGE)}`,
  hot16: 'hot-account-16',
  hot256: 'hot-account-256',
  contractPdfs: 'contract-pdfs',
  payslipPdfs: `payslip-pdfs-${short(MIDDLE)}`,
  mixed: 'mixed-32',
  pageCycle: `page-cycle-${short(LARGE)}`,
  pagePayrolls: `page-payrolls-${short(LARGE)}`,
  paintLogIn: 'paint-log-in',
  paintHome: 'paint-home',
  payrollLarge: `payroll-${short(LARGE)}`,
  growth: 'growth',
  ...chainParts(),
}
const wanted = new Set(process.argv.includes('--only') ? only : Object.values(PARTS))
const unknown = [...wanted].filter(name => !Object.values(PARTS).includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ') || 'part without a name'}. There are: ${Object.values(PARTS).join(', ')}`,
  )
  process.exit(1)
}

const stages = await openStages()
const figures: Figure[] = []
try {
  say(
    `Node ${process.versions.node}, ${cpus().length} cores of ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)}; embedded PostgreSQL with fsync, ratios of medians of ${ROUNDS}`,
  )
  if (wanted.has(PARTS.payroll)) figures.push(await payroll(stages, 'calendar'))
  if (wanted.has(PARTS.batch)) figures.push(await payroll(stages, 'batch'))
  if (wanted.has(PARTS.list) || wanted.has(PARTS.mixed)) figures.push(...(await livedIn(stages)))
  if (wanted.has(PARTS.contractors)) figures.push(await contractorsOf(stages))
  for (const [part, callers] of [
    [PARTS.hot16, 16],
    [PARTS.hot256, 256],
  ] as const)
    if (wanted.has(part)) figures.push(await hot(stages, part, callers))
  if (wanted.has(PARTS.contractPdfs))
    figures.push(
      ...pdfFigures(PARTS.contractPdfs, await makePdfs(CONTRACTS, quick ? 40 : PDFS, ROUNDS)),
    )
  // So many at once, and not again: they are enough to say how it goes on.
  if (wanted.has(PARTS.payslipPdfs))
    figures.push(...pdfFigures(PARTS.payslipPdfs, await makePdfs(PAYSLIPS, MIDDLE, 1)))
  for (const [part, chain] of chainsWanted()) figures.push(await payouts(stages, part, chain))
  figures.push(...(await growing(stages)))
  if (wanted.has(PARTS.paintLogIn) || wanted.has(PARTS.paintHome))
    figures.push(...(await painted()))
} finally {
  await stages.stop()
}
if (json) console.log(JSON.stringify(figures))
else
  for (const { name, ours, baseline, ratio, unit, reason } of figures)
    console.log(
      `${name}: ${ours ?? '-'} ${unit}, baseline ${baseline ?? '-'} ${unit}, ratio ${ratio ?? '-'}${reason ? ` (${reason})` : ''}`,
    )

async function payroll(stages: Stages, of: 'calendar' | 'batch'): Promise<Figure> {
  const work = of === 'batch' ? BATCH_WORK : WORK
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const stage = await stages.open(`${of}_${round}`)
    await seedOperator(stage.client)
    await seedCompany(stage.client, stage.fields, BENCH, { contractors: MIDDLE, paid: 0 })
    const plain = await plainPayroll(stage.client, MIDDLE)
    await stage.client.query('drop schema plain cascade')
    const served = await stage.serve('ours')
    await stage.quiet()
    const steps = await payrollOverHttp(served, BENCH, MIDDLE, of)
    await served.end()
    await stage.clear()
    baseline.push(MIDDLE / plain)
    ours.push(MIDDLE / work.reduce((sum, step) => sum + (steps[step] ?? 0), 0))
    const said = Object.entries(steps).map(([name, seconds]) => `${name} ${seconds.toFixed(2)} s`)
    say(`  round ${round + 1}: ${said.join(', ')}; plain SQL ${plain.toFixed(2)} s`)
  }
  return figure(
    of === 'batch' ? PARTS.batch : PARTS.payroll,
    median(ours),
    median(baseline),
    'items/s',
  )
}

async function contractorsOf(stages: Stages): Promise<Figure> {
  const { ours, bare } = await listContractors(stages, LARGE, ROUNDS)
  const rate = (met: typeof ours) => median(met.map(({ per_second }) => per_second))
  for (const [name, met] of [
    ['ours', ours],
    ['bare', bare],
  ] as const)
    say(`  contractors, ${name}: ${met.map(spoken).join('; ')}`)
  return figure(PARTS.contractors, rate(ours), rate(bare), 'requests/s')
}

async function hot(stages: Stages, part: string, callers: number): Promise<Figure> {
  const { ours, bare } = await postHot(stages, callers, ROUNDS)
  return figure(part, median(ours), median(bare), 'commits/s')
}

function pdfFigures(part: string, { ours, alone }: Awaited<ReturnType<typeof makePdfs>>): Figure[] {
  const rate = (met: typeof ours) => median(met.map(({ per_second }) => per_second))
  const memory = (met: typeof ours) => median(met.map(({ rss_bytes }) => rss_bytes / 2 ** 20))
  return [
    figure(part, rate(ours), rate(alone), 'PDFs/s'),
    figure(`${part}-rss`, memory(ours), memory(alone), 'MB'),
  ]
}

/** Payouts of as many on each chain, by the names of their parts. */
function chainParts(): Record<string, string> {
  return Object.fromEntries(Object.keys(CHAINS).map(chain => [chain, `payouts-${chain}`]))
}

function chainsWanted(): [string, ChainName][] {
  return Object.keys(CHAINS)
    .map((chain): [string, ChainName] => [`payouts-${chain}`, chain as ChainName])
    .filter(([part]) => wanted.has(part))
}

async function payouts(stages: Stages, part: string, chain: ChainName): Promise<Figure> {
  const met = []
  for (let round = 0; round < ROUNDS; round++) {
    const stage = await stages.open(`${chain}_${round}`)
    met.push(await payOut(stage.books, chain, quick ? 40 : PAYOUTS))
    await stage.clear()
  }
  return figure(part, median(met.map(of => of.ours)), median(met.map(of => of.bare)), 'payouts/s')
}

async function painted(): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/paint.ts'])
  const met = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<
    'bare' | 'login' | 'home',
    number[]
  >
  const [bare, login, home] = [median(met.bare), median(met.login), median(met.home)]
  return [
    figure(PARTS.paintLogIn, login, bare, 'ms'),
    figure(PARTS.paintHome, home, bare, 'ms'),
  ].filter(({ name }) => wanted.has(name))
}

async function livedIn(stages: Stages): Promise<Figure[]> {
  const found: Figure[] = []
  const company = await openLivedIn(stages, MIDDLE, LARGE / MIDDLE)
  if (wanted.has(PARTS.list)) {
    const { ours, bare } = await listPayments(company, ROUNDS)
    found.push(figure(PARTS.list, median(ours), median(bare), 'requests/s'))
  }
  if (wanted.has(PARTS.mixed)) {
    const { one, many, during, approval_s } = await mixed(company)
    say(`  one client: ${spoken(one)}; 32: ${spoken(many)}`)
    say(
      `  32 while ${MIDDLE} items of another employer are approved, in ${approval_s.toFixed(1)} s: ${spoken(during)}`,
    )
    found.push(figure(PARTS.mixed, many.per_second, one.per_second, 'requests/s'))
  }
  await company.end()
  return found
}

function spoken({ per_second, p50_ms, p99_ms }: Met): string {
  return `${per_second.toFixed(0)} requests/s, p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`
}

async function growing(stages: Stages): Promise<Figure[]> {
  const all = wanted.has(PARTS.growth)
  const pages = [
    ...(wanted.has(PARTS.pageCycle) ? ['cycle'] : []),
    ...(wanted.has(PARTS.pagePayrolls) ? ['payrolls'] : []),
  ]
  const pay = wanted.has(PARTS.payrollLarge)
  const of: Record<string, Grown> = {}
  const take = async (contractors: number, what: Wanted) => {
    of[contractors] = await grow(stages, `grown_${contractors}`, contractors, what)
  }
  if (all || pages.length > 0) await take(SMALL, { pages: all ? 'all' : pages, pay: all })
  if (all || pay) await take(MIDDLE, { pages: all ? 'all' : [], pay: true })
  if (all || pay || pages.length > 0)
    await take(LARGE, { pages: all ? 'all' : pages, pay: all || pay })
  const [small, middle, large] = [of[SMALL], of[MIDDLE], of[LARGE]]
  const found: Figure[] = []
  for (const [part, page] of [
    [PARTS.pageCycle, 'cycle'],
    [PARTS.pagePayrolls, 'payrolls'],
  ] as const)
    if (wanted.has(part))
      found.push(figure(part, large?.pages[page], small?.pages[page], 'ms', large?.refusals))
  if (pay && middle && large)
    found.push(
      figure(PARTS.payrollLarge, itemsPerSecond(large), itemsPerSecond(middle), 'items/s', [
        ...large.refusals,
        ...middle.refusals,
      ]),
    )
  if (all && small && large) {
    say(tableOf(Object.values(of)).join('\n'))
    found.push(...growthOf(small, large))
  }
  return found
}

function growthOf(small: Grown, large: Grown): Figure[] {
  const both = (prefix: string, what: (one: Grown) => Record<string, number>, unit: string) =>
    Object.keys(what(small)).map(name =>
      figure(`growth-${prefix}${name}`, what(large)[name], what(small)[name], unit, large.refusals),
    )
  return [
    ...both('', one => one.pages, 'ms'),
    ...both('payroll-', one => one.seconds, 's'),
    ...both('export-', one => one.export_seconds, 's'),
    ...both('', memoryOf, 'MB'),
  ]
}

function figure(
  name: string,
  ours: number | undefined,
  baseline: number | undefined,
  unit: string,
  refusals: readonly string[] = [],
): Figure {
  const digits = unit === 'ms' || unit === 's' ? 2 : 0
  const rounded = (value: number | undefined) =>
    value === undefined ? null : Number(value.toFixed(digits))
  return {
    name,
    ours: rounded(ours),
    baseline: rounded(baseline),
    ratio: ours !== undefined && baseline ? Number((ours / baseline).toFixed(3)) : null,
    unit,
    ...(ours === undefined ? { reason: refusals.join('; ') } : {}),
  }
}
