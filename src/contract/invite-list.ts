/** A list of people to invite, on the wire. */
import { z } from 'zod'
import { MAX_PERSON_NAME, MAX_ROLE_LENGTH } from '#domain/kernel/names.ts'
import { words } from '#domain/kernel/words.ts'
import { INVITE_FIELDS, INVITE_STATES } from '#domain/people/invitation.ts'
import { CountryCode, Email, name, requiredName, Said, Uuid } from './kernel/codecs.ts'

export const MAX_LIST_CHARACTERS = 300_000
export const MAX_LIST_ROWS = 1_000

const Typed = z.string().max(500, words('kernel.problems.tooManyCharacters'))

export const Invite = z.strictObject({
  email: Email,
  role: requiredName(MAX_ROLE_LENGTH, 'people.problems.roleRequired'),
  /** The whole name, as the employer knows it; shown until its owner entered their own. */
  name: name(MAX_PERSON_NAME).optional(),
  country_code: CountryCode.optional(),
  pay_policy_uuid: Uuid.optional(),
})

/** A row of a list that is sent: as `Invite`, but what is wrong with it is answered of it alone. */
export const InviteRow = z.strictObject({
  email: Typed,
  role: Typed,
  name: Typed.optional(),
  country_code: Typed.optional(),
  pay_policy_uuid: Typed.optional(),
})

export const InviteField = z.enum(INVITE_FIELDS)
export const TypedInvite = z.strictObject({
  email: Typed,
  /** Left out by pages that are older than it. */
  name: Typed.default(''),
  role: Typed,
  country: Typed,
  pay_policy: Typed,
})

/** A row of a list: as it was typed, and whom it invites once it is READY. */
export const JudgedInvite = z.object({
  typed: TypedInvite,
  email: z.string(),
  name: z.string(),
  role: z.string(),
  country_code: z.string().nullable(),
  pay_policy_uuid: z.string().nullable(),
  state: z.enum(INVITE_STATES),
  /** The field that is wrong, what is wrong with it, and what would mend it. */
  field: InviteField.nullable(),
  said: Said.nullable(),
  /** The sentence of that. */
  reason: z.string().nullable(),
  suggestions: z.array(z.object({ value: z.string(), label: z.string() })),
  /** What else is wrong, field by field. */
  more: z.array(
    z.object({ field: InviteField, said: Said.nullable(), reason: z.string().nullable() }),
  ),
  /** Who has this address and is no stranger: their page's id. */
  contractor: z.string().nullable(),
})
