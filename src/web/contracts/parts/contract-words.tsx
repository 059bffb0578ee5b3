import { useTranslations } from 'use-intl'
import { startsOn, statusWord } from '#domain/contracts/contract.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { Say } from '#web/ui/say.tsx'

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

type Shown = {
  readonly kind: Contract['kind']
  readonly status: Contract['status']
  /** The first day that it holds, where that is known; or the days that say so. */
  readonly start_date?: string | null
  readonly effective_date?: string
  readonly contract_start_date?: string
}

function firstDay({ start_date, effective_date = '', contract_start_date = '' }: Shown) {
  return (
    (start_date || undefined) ??
    (effective_date > contract_start_date ? effective_date : contract_start_date || undefined)
  )
}

/** Whether a contract is in force today. */
export function useHolds(): (of: Shown) => boolean {
  const today = useToday()
  return of => of.status === 'ACTIVE' && startsOn(of.status, firstDay(of), today) === undefined
}

/** A contract's status as a dot and a word; what was signed elsewhere is confirmed here, and what holds from a later day says from which. */
export function ContractStatusChip({ of }: { of: Shown }) {
  const today = useToday()
  const word = useContractWord()
  const coming = startsOn(of.status, firstDay(of), today) !== undefined
  return <StatusChip tone={coming ? 'run' : TONES[of.status]}>{word(of)}</StatusChip>
}

/** What says where a contract stands, in a word or two; of one whose first day is still to come that day. */
export function useContractWord(): (of: Shown) => string {
  const t = useTranslations('contracts')
  const today = useToday()
  return of => {
    const starts = startsOn(of.status, firstDay(of), today)
    return starts
      ? t('starts', { date: formatDate(starts) })
      : t(`status.${statusWord(of.kind, of.status)}`)
  }
}

/** Why its contractor declined a contract, in their words; nothing of any other. */
export function DeclineReason({ of }: { of: Pick<Contract, 'status' | 'decline_reason'> }) {
  const t = useTranslations('contracts')
  if (of.status !== 'REJECTED' || of.decline_reason === '') return null
  return (
    <Say kind="blocked" word={t('declined')}>
      <bdi>{of.decline_reason}</bdi>
    </Say>
  )
}
