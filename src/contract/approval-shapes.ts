/** What is said of approving pay: whose yes it takes, and what a yes names. */
import { z } from 'zod'
import { UNUSUAL_CODES } from '#domain/payroll/approval.ts'
import { BAND_AMONG } from '#domain/payroll/approval-bands.ts'
import { APPROVER_DECISIONS, APPROVER_LACKS } from '#domain/payroll/approvers.ts'
import { Digest, Instant, PlainDate, Uuid } from './kernel/codecs.ts'

/** What the yes of who looks does to a pay, and whose else it takes. */
export const Approver = z.object({
  decision: z.enum(APPROVER_DECISIONS),
  /** Whether the sum takes two people. */
  takes_two: z.boolean(),
  /** Who is to be among who approves, by the sum; `named` has the names where people are named. */
  among: z.enum(BAND_AMONG),
  named: z.array(z.string()),
  /** What is missing where nobody can approve it; else null. */
  lacks: z.enum(APPROVER_LACKS).nullable(),
  /** For whom who looks stands in today. */
  stands_in_for: z.array(z.object({ name: z.string(), until: PlainDate })),
  /** That somebody rejected the yes of who looks to exactly this, and why. */
  rejected: z.object({ by: z.string(), at: Instant, reason: z.string().nullable() }).nullable(),
  /** On how many line items who looks wrote something. */
  edited: z.int(),
  /** Who is asked for their yes, with those for whom they stand in. */
  asked: z.array(z.string()),
  /** Somebody's yes that waits for a second; `holds` is false once what it is to changed. */
  first_yes: z
    .object({
      step_uuid: Uuid,
      by: z.string(),
      is_me: z.boolean(),
      at: Instant,
      expires_at: Instant,
      holds: z.boolean(),
    })
    .nullable(),
})

/** What approving names: the digest of what was seen, and everything unusual about it. */
export const Approval = z.strictObject({
  digest: Digest,
  /** Approve although the balance is short: the payments wait, HELD for FUNDS, until funding covers them. */
  ahead_of_funding: z.boolean().default(false),
  /** The line items whose unusual things were acknowledged by name. */
  acknowledged: z
    .array(z.strictObject({ line_item_uuid: Uuid, code: z.string().max(60) }))
    .max(20_000)
    .default([]),
  /** Kinds of unusual things that were acknowledged whole, each with how many there were. */
  acknowledged_kinds: z
    .array(
      z.strictObject({
        code: z.enum(UNUSUAL_CODES),
        items: z.int().min(1),
        /** As it was answered; what stops an approval is not acknowledged. */
        stops: z.boolean().optional(),
      }),
    )
    .max(UNUSUAL_CODES.length)
    .optional(),
})
