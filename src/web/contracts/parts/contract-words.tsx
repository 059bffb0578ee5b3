import { useTranslations } from 'use-intl'
import { statusWord } from '#domain/contracts/contract.ts'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'

/** What the contractor's answer to an offer makes stale. */
export const SIGNING_REFRESHES: readonly ApiName[] = [
  'listContractorContracts',
  'getContractText',
  'getMe',
  'listNextPays',
]

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

/** A contract's status as a dot and a word; what was signed elsewhere is confirmed here. */
export function ContractStatusChip({
  of: { kind, status },
}: {
  of: { readonly kind: Contract['kind']; readonly status: Contract['status'] }
}) {
  const t = useTranslations('contracts')
  return <StatusChip tone={TONES[status]}>{t(`status.${statusWord(kind, status)}`)}</StatusChip>
}
