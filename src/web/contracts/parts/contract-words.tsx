import { useTranslations } from 'use-intl'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import {
  type ShownContract,
  useContractStart,
  useContractWord,
  useLastDay,
} from '#web/parts/contract-word.ts'
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

/** Whether a contract is in force today. */
export function useHolds(): (of: ShownContract) => boolean {
  const startOf = useContractStart()
  const isLastDay = useLastDay()
  return of => (of.status === 'ACTIVE' && startOf(of) === undefined) || isLastDay(of)
}

/** A contract's status as a dot and a word; what was signed elsewhere is confirmed here, and what holds from a later day says from which. */
export function ContractStatusChip({ of }: { of: ShownContract }) {
  const word = useContractWord()
  const coming = useContractStart()(of) !== undefined
  const status = useLastDay()(of) ? 'ACTIVE' : of.status
  return <StatusChip tone={coming ? 'run' : TONES[status]}>{word(of)}</StatusChip>
}

/** What its employer said when they ended a contract; nothing where they said nothing. */
export function EndReason({
  of,
}: {
  of: Pick<Contract, 'employer_name'> & { end_reason?: string }
}) {
  const t = useTranslations('contracts')
  // A process of before sends none.
  if (!of.end_reason) return null
  return (
    <Say kind="note" word={t('endedBecause', { employer: of.employer_name })}>
      <bdi>{of.end_reason}</bdi>
    </Say>
  )
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
