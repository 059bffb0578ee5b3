import { useTranslations } from 'use-intl'
import {
  type ContractKind,
  type ContractStatus,
  endsToday,
  startsOn,
  statusWord,
} from '#domain/contracts/contract.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'

export type ShownContract = {
  readonly kind: ContractKind
  readonly status: ContractStatus
  /** The first day that it holds, where that is known; or the days that say so. */
  readonly start_date?: string | null
  readonly effective_date?: string
  readonly contract_start_date?: string
  /** The last day that it holds, where it has one. */
  readonly end_date?: string | null
  readonly contract_end_date?: string | null
  /** When an offer was taken back. */
  readonly withdrawn_at?: string | null
}

/** What says on which day to come a contract begins to hold; undefined of any that holds, is over, or is not signed. */
export function useContractStart(): (of: ShownContract) => string | undefined {
  const today = useToday()
  return of => startsOn(of.status, firstDay(of), today)
}

/** What says whether today is the last day of a contract that is closed by now: until it is over, it holds. */
export function useLastDay(): (of: ShownContract) => boolean {
  const today = useToday()
  return ({ status, end_date, contract_end_date }) =>
    endsToday(status, end_date ?? contract_end_date, today)
}

/** What says where a contract stands, in a word or two; of one whose first day is still to come, that day. */
export function useContractWord(): (of: ShownContract) => string {
  const t = useTranslations('contracts')
  const startOf = useContractStart()
  const isLastDay = useLastDay()
  return of => {
    const starts = startOf(of)
    if (isLastDay(of)) return t('endsToday')
    return starts
      ? t('starts', { date: formatDate(starts) })
      : t(`status.${of.withdrawn_at ? 'WITHDRAWN' : statusWord(of.kind, of.status)}`)
  }
}

function firstDay({ start_date, effective_date = '', contract_start_date = '' }: ShownContract) {
  const later = effective_date > contract_start_date ? effective_date : contract_start_date
  return start_date || later || undefined
}
