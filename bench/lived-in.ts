/** A company that has been paid for months: a page of its payments against a bare server, and many people at work at once. */
import { type Met, offer, offerFor } from './load.ts'
import { payrollOf } from './payroll.ts'
import { BENCH, OTHER, seedCompany, seedOperator } from './seed.ts'
import type { Served, Stage, Stages } from './stage.ts'

export type LivedIn = { readonly stage: Stage; readonly ours: Served; end(): Promise<void> }

/** `contractors` people who were paid `paid` times, beside another employer of as many. */
export async function openLivedIn(
  stages: Stages,
  contractors: number,
  paid: number,
): Promise<LivedIn> {
  const stage = await stages.open('lived_in')
  await seedOperator(stage.client)
  await seedCompany(stage.client, stage.fields, OTHER, { contractors, paid: 0 })
  await seedCompany(stage.client, stage.fields, BENCH, { contractors, paid })
  await stage.verify()
  const ours = await stage.serve('ours')
  await payrollOf(ours, BENCH, 'employer').open()
  await stage.quiet()
  const end = async () => {
    await ours.end()
    await stage.clear()
  }
  return { stage, ours, end }
}

/** Requests per second of eight clients that read one page of payments, of ours and of the bare server in turn. */
export async function listPayments({ stage, ours }: LivedIn, rounds: number) {
  const bare = await stage.serve('bare')
  const rates = { ours: [] as number[], bare: [] as number[] }
  const page = ours.call('/operations/payments/history?limit=50', 'operator')
  for (let round = 0; round < rounds; round++) {
    rates.bare.push((await offerFor([bare.call('/list')], 8, 4)).per_second)
    rates.ours.push((await offerFor([page], 8, 4)).per_second)
  }
  await bare.end()
  return rates
}

const CLIENTS = 32

/** One client and many, each at a mix of pages; and many while another employer approves as many line items. */
export async function mixed({ stage, ours }: LivedIn) {
  const calls = [
    ours.call('/user/me', 'employer'),
    ours.call('/payrolls?limit=50', 'employer'),
    ours.call('/employer/contractors?limit=50', 'employer'),
    ours.call('/operations/payments/history?limit=50', 'operator'),
  ]
  const one = await offerFor(calls, 1, 10)
  const many = await offerFor(calls, CLIENTS, 10)
  const approving = payrollOf(ours, OTHER, 'other')
  const cycle = await approving.open()
  await stage.quiet()
  const seen = await approving.look(cycle)
  const approval = approving.approve(cycle, seen)
  const during: Met = await offer(calls, CLIENTS, approval)
  await approval
  return { one, many, during, approval_s: approving.seconds.approve ?? 0 }
}
