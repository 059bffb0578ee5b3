/**
 * Codecs between the wire (snake_case JSON, whole numbers, ISO dates) and the domain (bigint, basis points, `Date`).
 */

import { z } from 'zod'
import { emailProblem } from '#domain/identity/email.ts'
import { looksLikeLink, NO_LINKS } from '#domain/identity/plain-name.ts'
import { bpsOf } from '#domain/kernel/allocate.ts'
import { MAX_DOCUMENT_BYTES } from '#domain/kernel/document-limits.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { wrongSigns } from '#domain/kernel/plain-signs.ts'
import { type TextKey, words } from '#domain/kernel/words.ts'

/** An id; capitals are the same id, and are not kept: what is compared and recorded is the text. */
export const Uuid = z.uuid(words('kernel.problems.notAnId')).toLowerCase()
/** Parameters of a path that names one thing by its id. */
export const ById = z.object({ id: Uuid })
export const CurrencyCode = z.string().regex(/^[A-Z]{3,4}$/, words('kernel.problems.currencyCode'))
/** Two capitals (ISO 3166-1). What is none names no country, which forms say as the specification does. */
export const CountryCode = z
  .string(words('kernel.problems.countryRequired'))
  .regex(/^[A-Z]{2}$/, words('kernel.problems.countryRequired'))

/** Smallest units: a whole number on the wire, at most 2^53-1, `bigint` inside. */
export const Minor = z.codec(z.int(words('kernel.problems.wholeAmount')), z.bigint(), {
  decode: BigInt,
  encode: minor => Number(minor),
})

/** Money as the specification spells it; `{ currency, minor }` inside. */
export const Money = z.codec(
  z.object({ currency: CurrencyCode, amount_in_smallest_unit: z.int() }),
  z.object({ currency: z.string(), minor: z.bigint() }),
  {
    decode: wire => ({ currency: wire.currency, minor: BigInt(wire.amount_in_smallest_unit) }),
    encode: money => ({
      currency: money.currency,
      amount_in_smallest_unit: Number(money.minor),
    }),
  },
)

/** An instant: ISO 8601 text in UTC on the wire, `Date` inside. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: text => new Date(text),
  encode: date => date.toISOString(),
})

/** A business date, `YYYY-MM-DD`. */
export const PlainDate = z.string().refine(isPlainDate, words('kernel.problems.date'))

/** Hours with at most two decimals on the wire, whole hundredths inside; from 0 to 10000. */
export const Hours = z.codec(
  z
    .number(words('kernel.problems.hoursNumber'))
    .min(0, words('kernel.problems.hoursNegative'))
    .max(10_000, words('kernel.problems.hoursTooMany'))
    .refine(hasTwoDecimals, words('kernel.problems.hoursDecimals')),
  z.int(),
  { decode: hours => Math.round(hours * 100), encode: hundredths => hundredths / 100 },
)

/** A percentage with at most two decimals on the wire, basis points inside; from 0 to 100. */
export const Percentage = z.codec(
  z
    .number(words('kernel.problems.percentageNumber'))
    .min(0, words('kernel.problems.percentageNegative'))
    .max(100, words('kernel.problems.percentageTooHigh'))
    .refine(hasTwoDecimals, words('kernel.problems.percentageDecimals')),
  z.int(),
  { decode: bpsOf, encode: bps => bps / 100 },
)

function hasTwoDecimals(value: number): boolean {
  return Math.round(value * 100) / 100 === value
}

/** What a text that is too long is told, and nothing else: no rule is asked about a text without an end. */
export const TOO_LONG = { message: words('kernel.problems.tooManyCharacters'), abort: true }

/** What turns the direction of text that follows (UAX 9): names stand in sentences of ours, which it would turn as well. */
export const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
/** What nobody sees: space, what programs leave out when they draw text, and an empty cell of Braille. */
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** One line of text without control characters and what turns its direction, trimmed, with an upper length. */
export function line(max: number) {
  return oneLine(max, text => text.replace(TURNS, ''))
}

function oneLine(max: number, fold: (text: string) => string) {
  return z
    .string()
    .overwrite(fold)
    .trim()
    .max(max, TOO_LONG)
    .refine(hasNoControls, words('kernel.problems.controlCharacters'))
}

/** What a sentence beside it says, as data: a key of the catalogues and what is filled in (decision 0034). */
export const Said = z.object({
  text: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})

/** A line of text that may not be empty, nor look so; `message` says so. */
export function requiredLine(max: number, message: TextKey) {
  return line(max).min(1, message).refine(isSeen, words(message))
}

/** A name as it stands on papers, at a bank or below a contract: no word of it is made to look like another, and no sign of it is unseen. */
function asOnPaper(text: z.ZodString) {
  return text.superRefine((name, issue) => {
    const wrong = wrongSigns(name)
    if (wrong) issue.addIssue({ code: 'custom', message: wrong.text, params: { ...wrong.params } })
  })
}

function linkless(name: z.ZodString) {
  return name.refine(text => !looksLikeLink(text), NO_LINKS)
}

/** A name of papers, which may not be empty, nor look so; `message` says so. */
export function requiredPaperName(max: number, message: TextKey) {
  const there = { message: words(message), abort: true }
  return asOnPaper(line(max).min(1, there).refine(isSeen, there))
}

/** A name that mails show: one of papers that is no link. */
export function name(max: number) {
  return linkless(asOnPaper(line(max)))
}

/** A name that may not be empty, nor look so; `message` says so. */
export function requiredName(max: number, message: TextKey) {
  return linkless(requiredPaperName(max, message))
}

/** What somebody says in a field of several lines that is kept as one: where a line broke stands a space. */
export function sentence(max: number) {
  return oneLine(max, text => inOneLine(text).replace(TURNS, ''))
}

/** The same, which may not be empty, nor look so; `message` says so. */
export function requiredSentence(max: number, message: TextKey) {
  return sentence(max).min(1, message).refine(isSeen, words(message))
}

/** Line by line: a pattern that looks for spaces around breaks goes through a text of nothing but spaces once for each of them. */
function inOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text
  const lines = text.split(/[\r\n]+/).map(line => line.trim())
  return lines.filter(line => line !== '').join(' ')
}

/** Several lines of text, with an upper length. */
export function paragraphs(max: number) {
  return z.string().max(max, TOO_LONG)
}

/** Several lines that are signed: without what turns their direction, as every line is. */
export function signedParagraphs(max: number) {
  return z
    .string()
    .overwrite(text => text.replace(TURNS, ''))
    .max(max, TOO_LONG)
}

function isSeen(text: string): boolean {
  return !UNSEEN.test(text)
}

function hasNoControls(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

/** The specification's e-mail rule (section 5), in the one spelling of addresses. */
export const Email = z
  .string(words('identity.emails.required'))
  .max(254, { message: words('identity.emails.invalid'), abort: true })
  .superRefine((text, issue) => {
    const problem = emailProblem(text)
    if (problem) issue.addIssue({ code: 'custom', message: problem.text })
  })
  .trim()
  .toLowerCase()
  .meta({ format: 'email' })

const MAX_BASE64 = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4

/** A document as the specification sends it: base64 with `file_name` and `mime_type`; at most 10 MB. */
export const DocumentUpload = z.object({
  file_name: requiredLine(200, 'kernel.problems.fileName'),
  mime_type: z.enum(
    ['application/pdf', 'image/png', 'image/jpeg'],
    words('kernel.problems.fileType'),
  ),
  content: z
    .string()
    .min(1, words('kernel.problems.documentEmpty'))
    .max(MAX_BASE64, { message: words('kernel.problems.documentTooLarge'), abort: true })
    .refine(isBase64, words('kernel.problems.notBase64'))
    .meta({ contentEncoding: 'base64' }),
})
export type DocumentUpload = z.output<typeof DocumentUpload>

/** Looks for what it may not hold: a pattern of all that it may hold keeps a place for each letter of millions. */
function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''))
}

/** Keyset paging: `cursor` is what the page before answered as `next_cursor`. */
export const PageQuery = z.object({
  limit: z.coerce.number<string>().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
})

/** A page of items. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}

/** SHA-256 as lower-case hex. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/, words('kernel.problems.digest'))
/** One that somebody made with a tool of their own: some write it in capitals. */
export const AnyDigest = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, words('kernel.problems.digest'))

/** The `version` of something that was looked at: where another one is there by now nothing is changed. Left out: over whatever is there. */
export const Seen = z.string().max(64).optional()

export const Ok = z.object({ ok: z.literal(true) })
