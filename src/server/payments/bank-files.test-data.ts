/** Due payments whose dollars leave by a bank's files: a channel by ISO 20022 that one operator proposed and another confirmed. */
import type { z } from 'zod'
import type { ProposedChannel } from '#contract/bank-setup-shapes.ts'
import { call, type Person } from '#db/seed/cast.ts'
import { givenDuePayments, givenOperator, type World } from '#test/harness/world.ts'
import { camt } from '../gateways/bank-files/answers.test-data.ts'
import { MAPPING, PAIN } from '../gateways/bank-files/orders.test-data.ts'

export const PAY_DATE = '2026-03-20'

const { debtor, service_level, purpose, batch_booking } = PAIN

export const SWIFT: z.output<typeof ProposedChannel> = {
  currency: 'USD',
  pays: 'ACCOUNTS',
  label: 'Royal Bank, dollars',
  format: 'PAIN_001_SWIFT',
  cut_off: { time: '16:00', zone: 'America/Toronto' },
  answers: { ...MAPPING, outcomes: { ...MAPPING.outcomes, rejected: 'REJECTED' } },
  setup: { debtor, service_level, purpose, batch_booking },
}

export type FilesStage = Awaited<ReturnType<typeof givenFiles>>

/** So many contractors, each with dollars to an account and USDC to a wallet; the operators who ask for files and who release them. */
export async function givenFiles(world: World, contractors = 1) {
  const due = await givenDuePayments(world, contractors)
  const second = await givenOperator(world, 'second@corridor.test')
  const third = await givenOperator(world, 'third@corridor.test')
  const { proposals } = await call(world, due.operator, 'proposeBankChannel', { body: SWIFT })
  const id = proposals[0]?.channel_uuid ?? ''
  await call(world, second, 'confirmBankChannel', { params: { id } })
  return { ...due, second, third, channel: id }
}

/** Executes what is due; answers the files that wait. */
export async function execute(world: World, { operator, payment_uuids }: FilesStage) {
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: PAY_DATE, payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  return (await call(world, operator, 'listBatches')).waiting
}

/** Says yes to a file as it is. */
export async function release(world: World, by: Person, id: string) {
  const { file_sha256 } = await call(world, by, 'getBatch', { params: { id } })
  return call(world, by, 'releaseBatch', { params: { id }, body: { file_sha256 } })
}

type Movement = Parameters<typeof camt>[0][number]

/** A notification of a bank about dollars. */
export function notified(file_name: string, movements: readonly Movement[]) {
  const text = camt(movements, 'camt.054.001.08').replaceAll('"EUR"', '"USD"')
  const bytes = Buffer.from(text.replaceAll('>EUR<', '>USD<'))
  return { file_name, bytes }
}

/** Looks at a file of the bank and takes it as it was. */
export async function take(
  world: World,
  by: Person,
  id: string,
  body: ReturnType<typeof notified>,
) {
  const { digest } = await call(world, by, 'previewAnswer', { params: { id }, body })
  return call(world, by, 'takeAnswer', { params: { id }, query: { digest }, body })
}
