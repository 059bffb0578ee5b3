import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'

type Batch = ClientOutput<'getBatch'>

const TONES: Readonly<Record<Batch['status'], Tone>> = {
  WAITING: 'warn',
  RELEASED: 'ok',
  DISCARDED: 'off',
  REPLACED: 'off',
}

/** What became of a file, as a dot and a word. */
export function BatchChip({ status }: { status: Batch['status'] }) {
  const t = useTranslations('payments.bankFiles.statuses')
  return <StatusChip tone={TONES[status]}>{t(status)}</StatusChip>
}
