/** How each paper is reviewed: decided by itself, of the version that was opened, and by one operator at a time. */
import { machine } from '#domain/kernel/machine.ts'
import type { Text } from '#domain/kernel/words.ts'
import { textOf } from '#domain/kernel/words.ts'

export const DOCUMENT_STATUSES = ['PENDING_REVIEW', 'VERIFIED', 'REJECTED'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** `verify` and `reject` are an operator's, `describe` its owner's, who says something else of it. */
export type DocumentAction = 'verify' | 'reject' | 'describe'

export const documentMachine = machine<DocumentStatus, DocumentAction>({
  PENDING_REVIEW: { verify: 'VERIFIED', reject: 'REJECTED', describe: 'PENDING_REVIEW' },
  VERIFIED: { reject: 'REJECTED', describe: 'PENDING_REVIEW' },
  REJECTED: { verify: 'VERIFIED', describe: 'PENDING_REVIEW' },
})

/** What is usually wrong with a paper. OTHER says nothing without words. */
export const DOCUMENT_REASONS = [
  'NOT_SHARP',
  'CUT_OFF',
  'BACK_MISSING',
  'OTHER_DOCUMENT',
  'NAME_DIFFERS',
  'ADDRESS_DIFFERS',
  'DETAILS_DIFFER',
  'EXPIRED',
  'TOO_OLD',
  'OTHER',
] as const
export type DocumentReason = (typeof DOCUMENT_REASONS)[number]

/** What its owner reads of a standard reason where the operator wrote no words of their own; nothing of OTHER. */
export function reasonText(code: DocumentReason): Text | undefined {
  return code === 'OTHER' ? undefined : textOf(`people.reasons.${code}.said`)
}

/** A claim ends by itself so many minutes after the last thing that its operator did. */
export const CLAIM_MINUTES = 15

/** When a claim ends by itself. */
export function claimEnds(active_at: Date): Date {
  return new Date(active_at.getTime() + CLAIM_MINUTES * 60_000)
}
