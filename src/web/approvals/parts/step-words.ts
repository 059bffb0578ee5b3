import type { useTranslations } from 'use-intl'
import { atTime } from '#web/parts/times.ts'
import type { ApprovalStep } from '../queries.ts'

/** The beginning of the digest, as people compare it: `7f3a 91c2`. */
export function planText({ digest }: ApprovalStep): string {
  return `${digest.slice(0, 4)} ${digest.slice(4, 8)}`
}

/** Under which word a step stands: what is nobody's and taken apart was not sent back. */
export function wordOf({ kind, apart }: ApprovalStep): ApprovalStep['kind'] | 'taken_apart' {
  return kind === 'refund_receipt' && apart ? 'taken_apart' : kind
}

/** What became of a step, as a sentence after its bold word. */
export function endedText(
  { status, answered, outcome }: ApprovalStep,
  t: ReturnType<typeof useTranslations<'approvals.closed'>>,
): { word: string; text: string } {
  if (!answered || status === 'EXPIRED') return { word: t('expired'), text: t('nobody') }
  const { is_me, name, reason } = answered
  const by = t(is_me ? 'you' : 'other', { name, at: atTime(answered.at) })
  const left = outcome?.refused ?? 0
  if (status === 'APPROVED')
    return { word: t('confirmed'), text: left > 0 ? `${by} ${t('left', { count: left })}` : by }
  return {
    word: t(status === 'REJECTED' ? 'rejected' : 'withdrawn'),
    text: reason ? `${by} ${t('why', { reason })}` : by,
  }
}
