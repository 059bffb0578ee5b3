/** A contract and its text as they are answered. */
import { z } from 'zod'
import {
  CONTRACT_KINDS,
  CONTRACT_STATUSES,
  ENGAGEMENTS,
  EXHIBIT_FORMATS,
  MAX_EXHIBIT_LENGTH,
} from '#domain/contracts/contract.ts'
import { TERMS } from '#domain/contracts/contract-text.ts'
import { COUNTRY_CLAUSES } from '#domain/contracts/country-clauses.ts'
import { EXHIBIT_BLOCKS } from '#domain/contracts/exhibit.ts'
import { SHARE_STATES } from '#domain/contracts/share.ts'
import { READ_PURPOSES } from '#domain/documents/read-purpose.ts'
import {
  Digest,
  Hours,
  Instant,
  line,
  Money,
  PlainDate,
  paragraphs,
  Said,
  Uuid,
} from './kernel/codecs.ts'

export const ContractStatus = z.enum(CONTRACT_STATUSES)

export const Signature = z.object({
  party: z.enum(['employer', 'contractor']),
  name: z.string(),
  title: z.string(),
  email: z.string(),
  signed_at: Instant,
  pdf_sha256: Digest,
})

/** Somebody who was sent a link to read a contract, and what became of it. */
export const Viewer = z.object({
  share_uuid: Uuid,
  email: z.string(),
  state: z.enum(SHARE_STATES),
  shared_at: Instant,
  /** When the newest link was sent, which alone works. */
  link_sent_at: Instant,
  expires_at: Instant,
  /** How often it was opened, and its PDF saved, by the links of all times. */
  views: z.int(),
  /** The latest of these, newest first. */
  viewed_at: z.array(Instant),
  allowed_actions: z.array(z.enum(['share', 'revoke'])),
})

export const ContractView = z.object({
  contract_uuid: Uuid,
  employer_name: z.string(),
  contractor_sub: z.string(),
  contractor_name: z.string(),
  contractor_email: z.string(),
  revision: z.int(),
  /** OUTSIDE: its agreement was signed elsewhere, and the contractor confirms these terms. */
  kind: z.enum(CONTRACT_KINDS),
  status: ContractStatus,
  /** The words of the contractor who declined it; empty for any other. */
  decline_reason: z.string(),
  /** What its employer said when they ended it; empty of any other, and where they said nothing. */
  end_reason: z.string(),
  /** When it was taken back while it waited for the contractor, who cannot sign it any more; null of any other. */
  withdrawn_at: Instant.nullable(),
  role: z.string(),
  effective_date: PlainDate,
  contract_start_date: PlainDate,
  contract_end_date: PlainDate.nullable(),
  /** From when on a later revision holds that both signed: its role goes on by that one. */
  superseded_on: PlainDate.nullable(),
  /** The first day that a notice given today allows as the last one; null where its agreement was signed elsewhere. */
  notice_ends_on: PlainDate.nullable(),
  /** Whether the employer has signed. */
  approved: z.boolean(),
  /** Whether it is a paid engagement; an unpaid one has no rate, hours or policy, and a draft may lack them. */
  paid: z.boolean(),
  currency: z.string(),
  hourly_rate: Money.nullable(),
  scheduled_hours: Hours.nullable(),
  pay_policy_uuid: Uuid.nullable(),
  pay_policy_label: z.string(),
  period_type: z.string(),
  exhibit_a: z.string(),
  exhibit_format: z.enum(EXHIBIT_FORMATS),
  /** The clauses for work in a country that it has, with their version. */
  country_clauses: z.enum(COUNTRY_CLAUSES).nullable(),
  /** The agreement that was signed elsewhere, where its file was attached. */
  agreement: z.object({ file_name: z.string(), size_bytes: z.int(), sha256: Digest }).nullable(),
  /** SHA-256 of the PDF as it stands: what a signature binds to. Null until the PDF was made. */
  pdf_sha256: Digest.nullable(),
  signatures: z.array(Signature),
  /** Who else was sent a link to read it, newest first. Its contractor sees them as well, from the offer on. */
  shared_with: z.array(Viewer),
  /** What it earned, newest first: the last two dozen line items. */
  line_items: z.array(
    z.object({
      line_item_uuid: Uuid,
      policy_uuid: Uuid,
      cycle_uuid: Uuid,
      start_date: PlainDate,
      end_date: PlainDate,
      amount: Money,
      status: z.string(),
    }),
  ),
  /** Counts the terms that a draft had. */
  terms_version: z.int(),
  /** Who gave it the terms that it has, for its employer; null where that is not known. */
  terms_changed: z.object({ at: Instant, by_name: z.string(), mine: z.boolean() }).nullable(),
  allowed_actions: z.array(
    z.enum(['edit', 'approve', 'sign', 'decline', 'complete', 'discard', 'share']),
  ),
})

/** A part of a sentence, and what is special about it. */
const Run = z.object({ as: z.enum(['text', 'name', 'strong', 'amount']), text: z.string() })
const ExhibitRuns = z.array(
  z.object({
    as: z.enum(['text', 'strong', 'link', 'break']),
    text: z.string(),
    /** Of a link: https or mailto. */
    href: z.string().optional(),
  }),
)
const ExhibitBlock = z.object({
  kind: z.enum(EXHIBIT_BLOCKS),
  level: z.int(),
  marker: z.string(),
  runs: ExhibitRuns,
  rows: z.array(z.array(ExhibitRuns)),
})
const Lines = z.array(z.string())
const Rows = z.array(z.object({ term: z.string(), value: z.string() }))

/** A contract as it is read: what the PDF is made of, whole and in its order. */
export const ContractText = z.object({
  title: z.string(),
  reference: z.string(),
  heading: z.string(),
  between: z.array(Run),
  signed: z.enum(['nobody', 'employer', 'both']),
  state: z.string(),
  parties: z.array(z.object({ label: z.string(), name: z.string(), lines: Lines })),
  terms_title: z.string(),
  terms: z.array(
    z.object({ id: z.enum(TERMS), term: z.string(), value: z.string(), note: z.string() }),
  ),
  sections: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      clauses: z.array(z.object({ number: z.string(), text: z.array(Run) })),
    }),
  ),
  signatures: z.array(
    z.object({
      party: z.enum(['employer', 'contractor']),
      title: z.string(),
      name: z.string(),
      rows: Rows,
      missing: z.string(),
    }),
  ),
  exhibit: z.object({
    title: z.string(),
    paragraphs: z.array(Lines),
    /** Where it is in rich text, instead of paragraphs. */
    blocks: z.array(ExhibitBlock).optional(),
  }),
  /** The page of what happened, once both have signed. */
  certificate: z
    .object({
      title: z.string(),
      lead: z.string(),
      steps: z.array(z.object({ what: z.string(), name: z.string(), rows: Rows })),
      seal_title: z.string(),
      seal: Lines,
      page_lead: z.string(),
      page: z.string(),
    })
    .nullish(),
})

export const ContractPages = z.object({
  /** SHA-256 of the PDF whose text this is. */
  pdf_sha256: Digest,
  pages: z.int(),
  size_bytes: z.int(),
  /** Whether it still waits for a signature. */
  waits: z.boolean(),
  /** Null of a PDF that was made before texts were kept: it is read as a file. */
  text: ContractText.nullable(),
  /** Who of the two sides, and of Corridor, opened this file and the agreement beside it, the latest first. */
  reads: z.array(
    z.object({
      document: z.enum(['contract', 'agreement']),
      reader_role: z.string(),
      reader_name: z.string(),
      purpose: z.enum(READ_PURPOSES),
      times: z.int(),
      /** The latest of these, newest first. */
      read_at: z.array(Instant),
    }),
  ),
  /** Why an offer cannot be signed by its contractor as it waits; null when it can, and of what is no offer. */
  blocked: z.object({ reason: z.string(), said: Said }).nullable(),
  /** Until when an offer may be signed. */
  sign_by: Instant.nullable(),
  /** Against the revision that it takes the place of. */
  since: z
    .object({
      revision: z.int(),
      changed: z.array(z.object({ id: z.enum(TERMS), was: z.string().nullable() })),
      /** Terms of before that are none any more. */
      gone: z.array(z.object({ term: z.string(), was: z.string() })),
      /** The first day on which these terms hold. */
      effective_date: PlainDate,
      /** The exhibit word by word; empty where it is the same. */
      exhibit: z.array(z.object({ kind: z.enum(['same', 'new', 'gone']), text: z.string() })),
      /** Where it ends before that one would have: its last day, after which neither holds, and that one's, null where it has none. */
      ends: z.object({ on: PlainDate, was: PlainDate.nullable() }).nullable(),
      same_clauses: z.boolean(),
      same_exhibit: z.boolean(),
    })
    .nullable(),
})

const Typed = line(300)

/** What the form of a contract holds, as it was typed: anything may lack, and nothing is checked but its length. */
export const ContractEntry = z.strictObject({
  role: Typed,
  /** Left out: paid. */
  engagement: z.enum(ENGAGEMENTS).optional(),
  pay_policy_uuid: Typed,
  currency: Typed,
  hourly_rate: Typed,
  scheduled_hours: Typed,
  contract_start_date: Typed,
  contract_end_date: Typed,
  effective_date: Typed,
  // Longer than one may be: it is shortened before it is put.
  exhibit_a: paragraphs(2 * MAX_EXHIBIT_LENGTH),
  exhibit_format: z.enum(EXHIBIT_FORMATS),
  country_clauses: z.enum([...COUNTRY_CLAUSES, '']),
})

/** What was typed of a contract and is not put yet. */
export const ContractDraft = z.object({
  contract_uuid: Uuid,
  /** Counts what was saved, and begins nowhere anew. */
  version: z.int(),
  /** The version of the contract's terms over which it was typed: others were put since where the contract has another one. */
  terms_version: z.int(),
  entry: ContractEntry,
  saved_at: Instant,
  saved_by_name: z.string(),
  /** Whether the reader saved it. */
  mine: z.boolean(),
})
