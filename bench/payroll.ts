/** One payroll through the HTTP API, as its screens do it: open, look, approve, execute, wait, settle. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FIRST_PERIOD_END, POLICY } from './seed.ts'

type Token = (role: 'employer' | 'operator') => string

/** Pays `items` line items; answers the seconds of each step. */
export async function payrollOverHttp(
  origin: string,
  token: Token,
  items: number,
): Promise<Record<string, number>> {
  const call = async <T>(
    role: 'employer' | 'operator',
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${token(role)}`,
      'idempotency-key': randomUUID(),
    }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(
        `${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`,
      )
    return (await response.json()) as T
  }
  const seconds: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    seconds[name] = (performance.now() - start) / 1000
    return result
  }
  await bookFunds(origin, token('operator'))
  const { cycle_uuid } = await timed('create', () =>
    call<{ cycle_uuid: string }>('employer', 'PUT', `/payrolls/${POLICY}/open`, {
      end_date: FIRST_PERIOD_END,
    }),
  )
  const path = `/payrolls/${POLICY}/${cycle_uuid}`
  type Preview = {
    preview: { digest: string; unusual: { line_item_uuid: string; code: string }[] }
  }
  const { preview } = await timed('look', () =>
    call<Preview>('employer', 'GET', `${path}?limit=50`),
  )
  const acknowledged = preview.unusual.map(({ line_item_uuid, code }) => ({ line_item_uuid, code }))
  await timed('approve', () =>
    call('employer', 'PUT', `${path}/approve`, { digest: preview.digest, acknowledged }),
  )
  const pay_date = '2026-03-20'
  const { payment_uuids } = await timed('check', () =>
    call<{ payment_uuids: string[] }>(
      'operator',
      'GET',
      `/operations/payments/checklist?pay_date=${pay_date}`,
    ),
  )
  if (payment_uuids.length !== items)
    throw new Error(`${payment_uuids.length} of ${items} payments are ready`)
  await timed('execute', async () => {
    const { execution_uuid } = await call<{ execution_uuid: string }>(
      'operator',
      'PUT',
      '/operations/payments/bulk-execute',
      { pay_date, payment_uuids },
    )
    for (;;) {
      const { finished } = await call<{ finished: boolean }>(
        'operator',
        'GET',
        `/operations/payments/executions/${execution_uuid}`,
      )
      if (finished) return
      await sleep(50)
    }
  })
  const { settled } = await timed('settle', () =>
    call<{ settled: number }>('operator', 'PUT', '/operations/payments/bulk-settle', {
      payment_uuids,
      reference: 'bench',
    }),
  )
  if (settled !== items) throw new Error(`${settled} of ${items} payments settled`)
  return seconds
}

async function bookFunds(origin: string, token: string): Promise<void> {
  const form = new FormData()
  const csv = `employer_domain,currency,amount,reference,received_on\nbench.test,USD,90000000000.00,BENCH,2026-01-01\n`
  form.set('funding_csv', new Blob([csv], { type: 'text/csv' }), 'funding.csv')
  const response = await fetch(`${origin}/api/v1/operations/balances`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!response.ok) throw new Error(`funding: ${response.status} ${await response.text()}`)
}
