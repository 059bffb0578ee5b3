import { useTranslations } from 'use-intl'
import { daysBetween } from '#domain/kernel/plain-date.ts'
import { endsSoonUntil } from '#domain/people/document-expiry.ts'
import { nowMs } from '#web/kernel/env.ts'
import { dayText } from '#web/parts/times.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import type { ContractorRow, InvitationStatus } from '../queries.ts'

/** How an invitation's status is coloured. */
export const TONES = { INVITED: 'run', ACCEPTED: 'ok', REJECTED: 'err', OFFBOARDED: 'off' } as const

/** An invitation's status as a dot and a word. */
export function InvitationChip({ status }: { status: InvitationStatus }) {
  const t = useTranslations('people.status')
  return <StatusChip tone={TONES[status]}>{t(status)}</StatusChip>
}

/** How long the link of an invitation works that waits for an answer; nothing of any other. */
export function LinkWord({ row, today }: { row: ContractorRow; today: string }) {
  const t = useTranslations('people.standing')
  if (row.status !== 'INVITED') return null
  const days = daysBetween(today, row.expires_at.slice(0, 10))
  const over = days < 0 || (days === 0 && Date.parse(row.expires_at) <= nowMs())
  if (over) return <span className="err w5">{t('ended')}</span>
  const text = days === 0 ? t('today') : t('left', { days })
  return <span className={days <= 7 ? 'warn w5' : 't2'}>{text}</span>
}

/** How far the identity of who accepted is verified, and when a document of theirs ends soon. */
export function IdentityWord({ row, today }: { row: ContractorRow; today: string }) {
  const t = useTranslations('people.standing')
  if (row.status !== 'ACCEPTED') return null
  const ends = row.documents_expire_on
  if (row.verification_status === 'VERIFIED' && ends && ends <= endsSoonUntil(today))
    return (
      <span className={ends < today ? 'err w5' : 'warn w5'}>
        {t(ends < today ? 'endedOn' : 'ends', { day: dayText(ends) })}
      </span>
    )
  return {
    VERIFIED: <span className="t2">{t('VERIFIED')}</span>,
    PENDING_REVIEW: <span className="warn w5">{t('PENDING_REVIEW')}</span>,
    REJECTED: <span className="err w5">{t('REJECTED')}</span>,
    UNVERIFIED: <span className="t2">{t('UNVERIFIED')}</span>,
  }[row.verification_status]
}
