import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'

export type Contract = ClientOutput<'listContractorContracts'>[number]

const TONES: Readonly<Record<Contract['status'], Tone>> = {
  DRAFT: 'hollow',
  AWAITING_SIGNATURE: 'warn',
  ACTIVE: 'ok',
  COMPLETED: 'off',
  REJECTED: 'err',
  EXPIRED: 'off',
  DISCARDED: 'off',
}

/** A contract's status as a dot and a word. */
export function ContractStatusChip({ status }: { status: Contract['status'] }) {
  const t = useTranslations('contracts.status')
  return <StatusChip tone={TONES[status]}>{t(status)}</StatusChip>
}
