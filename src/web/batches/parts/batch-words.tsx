import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'

export type BatchSummary = ClientOutput<'listPaymentBatches'>['items'][number]
export type BatchView = ClientOutput<'getPaymentBatch'>
export type BatchState = BatchSummary['state']
export type RowState = BatchView['counts'][number]['state']
/** A row of a file of which something is said. */
export type ToldRow = ClientOutput<'listPaymentBatchLeftOut'>['items'][number]
export type BatchField = keyof ToldRow['typed']

/** In the order in which they need somebody. */
export const BATCH_STATES: readonly BatchState[] = [
  ...(['APPROVING', 'JOINING', 'PAYING', 'SETTLED', 'CANCELLED'] as const),
]
export const BATCH_FIELDS: readonly BatchField[] = [
  ...(['email', 'name', 'amount', 'currency', 'reference', 'words'] as const),
]

const TONES: Readonly<Record<BatchState, Tone>> = {
  APPROVING: 'hollow',
  JOINING: 'hollow',
  PAYING: 'run',
  SETTLED: 'ok',
  CANCELLED: 'off',
}

/** Where a batch stands. */
export function BatchChip({ state }: { state: BatchState }) {
  const t = useTranslations('batches.states')
  return <StatusChip tone={TONES[state]}>{t(state)}</StatusChip>
}

const ROW_TONES: Readonly<Record<RowState, Tone>> = {
  FAILED: 'err',
  HELD: 'warn',
  DECLINED: 'err',
  UNINVITED: 'hollow',
  INVITED: 'hollow',
  WAITING: 'hollow',
  APPROVED: 'run',
  SENT: 'run',
  SETTLED: 'ok',
  CANCELLED: 'off',
}

/** Where a payment of a batch stands. */
export function RowChip({ state }: { state: RowState }) {
  const t = useTranslations('batches.rowStates')
  return <StatusChip tone={ROW_TONES[state]}>{t(state)}</StatusChip>
}

/** The page of a batch. */
export function batchPath(batch_uuid: string): string {
  return `/employer/partner/payments/${batch_uuid}`
}
