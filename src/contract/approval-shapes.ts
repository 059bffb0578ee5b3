/** What is said of approving pay: whose yes it takes, and what a yes names. */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import { UNUSUAL_CODES } from '#domain/payroll/approval.ts'
import { BAND_AMONG } from '#domain/payroll/approval-bands.ts'
import { APPROVER_DECISIONS, APPROVER_LACKS } from '#domain/payroll/approvers.ts'
import { Digest, Instant, Money, PlainDate, Said, Uuid } from './kernel/codecs.ts'

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

/** So many line items are chosen at once. */
export const MOST_CHOSEN = 20_000

/** Line items that were chosen of a cycle. */
export const ChosenItems = z
  .array(Uuid)
  .min(1, words('payroll.problems.chooseItems'))
  .max(MOST_CHOSEN, words('payroll.problems.tooManyChosen'))

/** Something that a person should see before approving, with its sentence. */
export const UnusualThing = z.object({
  code: z.enum(UNUSUAL_CODES),
  line_item_uuid: Uuid,
  contractor_name: z.string(),
  text: z.string(),
  said: Said,
  /** Whether nothing is approved before it is mended; else it is acknowledged. */
  stops: z.boolean(),
})

/** What waits of a cycle, or of a selection, as who approves it has to see it. */
export const ToApprove = z.object({
  /** What approving it names; null while it is still worked out. */
  digest: Digest.nullable(),
  /** Of how many people of the cycle it is still worked out, after many changed at once. */
  left: z.int(),
  items: z.int(),
  gross: z.array(Money),
  blocked: z.int(),
  /** Whether approving all of it is above the approval limit and so asks for a fresh proof of who approves. */
  needs_step_up: z.boolean(),
  /** Null unless something waits and who looks approves pay. */
  approver: Approver.nullable(),
  /** One by one; empty where that would be more than a few dozen. */
  unusual: z.array(UnusualThing),
  unusual_kinds: z.array(
    z.object({ code: z.enum(UNUSUAL_CODES), items: z.int(), stops: z.boolean() }),
  ),
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

/** What approving in a cycle names: all that waits, or what of a selection does. */
export const CycleApproval = Approval.extend({ line_item_uuids: ChosenItems.optional() })
