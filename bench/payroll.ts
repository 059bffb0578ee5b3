/** One payroll through the HTTP API, as its screens do it: open, look, approve, and while there are payments check, execute, settle. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Company, FIRST_PERIOD_END } from './seed.ts'
import type { Role, Served } from './stage.ts'

/** Pay comes on the last day of the period, which is the day that the server has. */
const PAY_DATE = FIRST_PERIOD_END

export type Seconds = Record<string, number>

/** The looks in between (the dry run, the checklist) are measured beside them; plain SQL has none. */
export const WORK = ['create', 'approve', 'execute', 'settle']
/** The same of a batch, which comes as a file. */
export const BATCH_WORK = ['send', ...WORK.slice(1)]

/** A company's payroll, step by step; each adds what it took to `seconds`. A step that is refused throws with the answer. */
export function payrollOf(served: Served, company: Company, boss: Role) {
  const seconds: Seconds = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    seconds[name] = (seconds[name] ?? 0) + (performance.now() - start) / 1000
    return result
  }
  const ask = <T>(role: Role, method: string, path: string, body?: unknown) =>
    asking<T>(served, role, method, path, body)
  const open = async (): Promise<string> => {
    await bookFunds(served, company)
    const { cycle_uuid } = await timed('create', () =>
      ask<{ cycle_uuid: string }>(boss, 'PUT', `/payrolls/${company.policy_uuid}/open`, {
        end_date: FIRST_PERIOD_END,
      }),
    )
    return `/payrolls/${company.policy_uuid}/${cycle_uuid}`
  }
  const send = async (items: number): Promise<string> => {
    await bookFunds(served, company)
    const rows = Array.from(
      { length: items },
      (_, at) => `${company.contractor}${at + 1}@mail.test,${3000 + (at % 2000)}.00,USD,LC-${at}`,
    )
    const text = ['email,amount,currency,reference', ...rows].join('\n')
    const batch = randomUUID()
    await timed('send', () =>
      ask(boss, 'PUT', `/employer/partner/batches/${batch}`, {
        ...{ text, file_name: 'payouts.csv', pay_date: PAY_DATE },
      }),
    )
    return `/payrolls/${batch}/${batch}`
  }
  type Preview = { preview: { digest: string | null; unusual_kinds: readonly unknown[] } }
  const look = (cycle: string) =>
    timed('look', async () => {
      for (;;) {
        const { preview } = await ask<Preview>(boss, 'GET', `${cycle}?limit=50`)
        const { digest, unusual_kinds } = preview
        if (digest !== null) return { digest, acknowledged_kinds: unusual_kinds }
        await sleep(50)
      }
    })
  const approve = (cycle: string, seen: Awaited<ReturnType<typeof look>>) =>
    timed('approve', () => ask(boss, 'PUT', `${cycle}/approve`, seen))
  const pay = async (items: number) => {
    type Checklist = { ready_payments: number; ready_totals: unknown[]; digest: string }
    const path = `/operations/payments/checklist?pay_date=${PAY_DATE}`
    const seen = await timed('check', () => ask<Checklist>('operator', 'GET', path))
    const { ready_payments: payments, ready_totals: totals, digest } = seen
    if (payments !== items) throw new Error(`${payments} of ${items} payments are ready`)
    const sent = await timed('execute', () => execute(ask, { payments, totals, digest }))
    const { settled } = await timed('settle', () =>
      ask<{ settled: number }>('operator', 'PUT', '/operations/payments/bulk-settle', {
        sent,
        reference: 'bench',
      }),
    )
    if (settled !== items) throw new Error(`${settled} of ${items} payments settled`)
  }
  return { seconds, open, send, look, approve, pay }
}

/** Pays `items` line items, of a calendar or of a batch; answers the seconds of each step. */
export async function payrollOverHttp(
  served: Served,
  company: Company,
  items: number,
  of: 'calendar' | 'batch' = 'calendar',
): Promise<Seconds> {
  const payroll = payrollOf(served, company, 'employer')
  const cycle = await (of === 'batch' ? payroll.send(items) : payroll.open())
  await payroll.approve(cycle, await payroll.look(cycle))
  await payroll.pay(items)
  return payroll.seconds
}

type Ask = <T>(role: Role, method: string, path: string, body?: unknown) => Promise<T>

type Ready = { payments: number; totals: unknown[]; digest: string }

/** Executes all that is ready, and waits until it was sent; answers what waits for its confirmation by then. */
async function execute(ask: Ask, ready: Ready) {
  type Executing = { execution_uuid: string; queued: number; results: unknown[] }
  const { execution_uuid, queued, results } = await ask<Executing>(
    'operator',
    'PUT',
    '/operations/payments/bulk-execute',
    { pay_date: PAY_DATE, ready },
  )
  if (queued !== ready.payments)
    throw new Error(
      `${queued} of ${ready.payments} payments are executed: ${JSON.stringify(results[0])}`,
    )
  const path = `/operations/payments/executions/${execution_uuid}`
  for (;;) {
    type Progress = { finished: boolean; sent_seen: object | null }
    const { finished, sent_seen } = await ask<Progress>('operator', 'GET', path)
    if (finished && sent_seen) return sent_seen
    await sleep(50)
  }
}

async function asking<T>(
  served: Served,
  role: Role,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const { url, headers } = served.call(path, role)
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      'idempotency-key': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(
      `${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`,
    )
  return (await response.json()) as T
}

async function bookFunds(served: Served, { domain }: Company): Promise<void> {
  const form = new FormData()
  const csv = `employer_domain,currency,amount,reference,received_on\n${domain},USD,90000000000.00,BENCH ${domain},2026-01-01\n`
  form.set('funding_csv', new Blob([csv], { type: 'text/csv' }), 'funding.csv')
  const { url, headers } = served.call('/operations/balances', 'operator')
  const response = await fetch(url, { method: 'PUT', headers, body: form })
  if (!response.ok) throw new Error(`funding: ${response.status} ${await response.text()}`)
}
