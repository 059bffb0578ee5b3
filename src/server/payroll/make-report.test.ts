import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { REPORT_DAYS } from '#domain/payroll/report.ts'
import { adminOf } from '#test/harness/admin.ts'
import { givenManyPayments, type ManyPayments } from '#test/harness/many-payments.ts'
import { givenEmployer, givenOperator, testWorld, type World } from '#test/harness/world.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import { readText } from '../gateways/pdf/read-text.test-data.ts'
import { forgetReports, makeReport } from './make-report.ts'

const PEOPLE = 520
// The reader of PDFs leaves no space before the hours.
const NAMED = /Contractor Number (\d+?)80\.00/g

let world: World
let operator: Person
let many: ManyPayments
beforeAll(async () => {
  world = await testWorld(undefined, { fresh: true })
  operator = await givenOperator(world)
  many = await givenManyPayments(world, operator, PEOPLE)
})
afterAll(async () => {
  await world.close()
})

const params = () => ({ policy: many.id.policy_uuid, cycle: many.id.cycle_uuid })
const ask = () => call(world, many.employer, 'askForReport', { params: params() })
const shown = async () => {
  const { items } = await call(world, many.employer, 'listReports', { query: { limit: 50 } })
  return items[0]?.pdf
}
const wholeOf = async (pieces: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(pieces))
const download = async () => {
  const { pieces } = await call(world, many.employer, 'getReport', { params: params() })
  return wholeOf(pieces)
}
const rows = async <T extends object>(statement: string): Promise<T[]> => {
  const admin = await adminOf(world)
  try {
    return await admin.rows<T>(statement)
  } finally {
    await admin.close()
  }
}
/** Works off what waits, as the worker would; with other paper where given. */
const work = async (pdf = world.kernel.gateways.pdf) => {
  const kernel = { ...world.kernel, gateways: { ...world.kernel.gateways, pdf } }
  const reports = await rows<{ report_uuid: string }>(
    `select report_uuid from report where status = 'MAKING'`,
  )
  for (const { report_uuid } of reports)
    await makeReport(
      { report_uuid, policy_uuid: many.id.policy_uuid },
      { kernel, unit: world.unit },
    )
}
const failing = (retriable: boolean) => {
  const { pdf } = world.kernel.gateways
  let parts = 0
  return {
    ...pdf,
    renderPart: (...[template, data]: Parameters<typeof pdf.renderPart>) => {
      parts += 1
      if (parts > 1) throw new GatewayError('PDF_ENGINE_ENDED', 'It ended.', { retriable })
      return pdf.renderPart(template, data)
    },
  }
}

describe('the report of a cycle with many people', () => {
  it('is there only when somebody asked for it', async () => {
    expect(await shown()).toEqual({ state: 'NOT_MADE', done: 0, people: PEOPLE, made_at: null })
    await expect(download()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is of its own employer alone', async () => {
    const other = await givenEmployer(world, operator, 'boss@other.test')
    for (const name of ['askForReport', 'getReport'] as const)
      await expect(call(world, other, name, { params: params() })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })

  it('asked for twice at once and again is one report', async () => {
    const making = { state: 'MAKING', done: 0, people: PEOPLE, made_at: null }
    expect(await Promise.all([ask(), ask()])).toEqual([making, making])
    expect(await ask()).toEqual(making)
    expect(await shown()).toEqual(making)
    expect(await rows('select report_uuid from report')).toHaveLength(1)
  })

  it('ended half-way says how far it came, and is made by the next try', async () => {
    await expect(work(failing(true))).rejects.toMatchObject({ code: 'PDF_ENGINE_ENDED' })
    expect(await shown()).toMatchObject({ state: 'MAKING', done: 250, people: PEOPLE })
    await work()
    const made_at = world.clock.now().toISOString()
    expect(await shown()).toEqual({ state: 'READY', done: PEOPLE, people: PEOPLE, made_at })
  })

  it('names everybody once, numbers its pages on, and adds up to what the cycle does', async () => {
    const pages = await readText(await download())
    const text = pages.join(' ')
    expect(pages[0]).toContain(`${PEOPLE} contractors`)
    const named = [...text.matchAll(NAMED)].map(([, n]) => Number(n))
    expect(named.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: PEOPLE }, (_, at) => at + 1),
    )
    expect(pages.map(page => page.match(/Page (\d+)$/)?.[1])).toEqual(
      pages.map((_page, at) => `${at + 1}`),
    )
    const cycle = await call(world, many.employer, 'getCycle', {
      params: many.id,
      query: { limit: 1 },
    })
    const total = cycle.totals.map(({ minor }) => (Number(minor) / 100).toFixed(2))
    expect(pages.at(-1)?.replaceAll(' ', '')).toContain(`TotalinUSD${total[0]}USD`)
  })

  it('is recorded as opened by whoever opens it', async () => {
    const reads = await rows<{ reader_sub: string }>(
      `select reader_sub from file_read join stored_file using (file_uuid) where kind = 'report'`,
    )
    expect(reads).toEqual([{ reader_sub: many.employer.sub }])
  })

  it('made again replaces the one before, whose file goes; meanwhile that one is there', async () => {
    await ask()
    expect((await download()).length).toBeGreaterThan(10_000)
    await work()
    expect(await shown()).toMatchObject({ state: 'READY' })
    expect(await rows(`select status from report`)).toEqual([{ status: 'READY' }])
    const kept = await rows(
      `select file_uuid from stored_file where kind = 'report' and removed_at is null`,
    )
    expect(kept).toHaveLength(1)
  })

  it('that can never be made says so, and can be asked for again', async () => {
    await ask()
    await work(failing(false))
    expect(await shown()).toMatchObject({ state: 'FAILED' })
    expect(await ask()).toMatchObject({ state: 'MAKING', done: 0 })
    await work()
    expect(await shown()).toMatchObject({ state: 'READY' })
  })

  it('is forgotten after some days', async () => {
    expect(await world.unit(forgetReports)).toBe(0)
    world.clock.set(
      new Date(world.clock.now().getTime() + (REPORT_DAYS + 1) * 86_400_000).toISOString(),
    )
    expect(await world.unit(forgetReports)).toBe(1)
    expect(await shown()).toMatchObject({ state: 'NOT_MADE' })
    const kept = `select file_uuid from stored_file where kind = 'report' and removed_at is null`
    expect(await rows(kept)).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

it('the CSV of a cycle with many people has each of them once, below one head', async () => {
  const { pieces } = await call(world, many.employer, 'getCycleCsv', { params: many.id })
  const all = await Array.fromAsync(pieces)
  expect(all.length).toBeGreaterThan(1)
  const lines = Buffer.concat(all).toString().trim().split('\n')
  expect(lines.filter(line => line.includes('contractor_name'))).toEqual([lines[0]])
  const named = lines.slice(1).flatMap(line => line.match(/Contractor Number \d+/)?.[0] ?? [])
  expect(new Set(named).size).toBe(PEOPLE)
  expect(named).toHaveLength(PEOPLE)
})

it('the history as CSV is sent page by page, too', async () => {
  const { pieces, file_name } = await call(world, operator, 'getPaymentHistoryCsv', { query: {} })
  expect(file_name).toMatch(/^payments-.*\.csv$/)
  expect((await wholeOf(pieces)).toString()).not.toContain('undefined')
})
