/** Who of ours is like somebody on a list of sanctions, and what operators say about it. Nobody else reads any of it. */
import { z } from 'zod'
import { LIST_FORMATS } from '#domain/screening/list-formats.ts'
import { SUBJECT_KINDS } from '#domain/screening/score.ts'
import { HIT_ACTIONS, HIT_STATUSES, HIT_VIEWS } from '#domain/screening/screening-hit.ts'
import { ById, Instant, PageQuery, page, sentence, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const Side = z.object({
  names: z.array(z.string()),
  birth_dates: z.array(z.string()),
  countries: z.array(z.string()),
  registration_numbers: z.array(z.string()),
  /** Addresses; of wallets alone. A process of before does not say them. */
  wallets: z.array(z.string()).optional(),
})

export const ScreeningHit = z.object({
  hit_uuid: Uuid,
  status: z.enum(HIT_STATUSES),
  version: z.int(),
  /** 0 to 100; what added to it stands in `reasons`. */
  score: z.int(),
  asked_from: z.int(),
  reasons: z.array(
    z.object({
      field: z.enum(['name', 'birth_date', 'country', 'registration_number', 'wallet']),
      agrees: z.enum(['same', 'similar', 'differs', 'unknown']),
      points: z.int(),
    }),
  ),
  subject_kind: z.enum(SUBJECT_KINDS),
  /** As it was when it was found. */
  subject: Side,
  entry: Side.extend({
    entry_id: z.string(),
    topics: z.array(z.string()),
    programs: z.array(z.string()),
  }),
  list: z.object({ source: z.string(), version: z.string(), imported_at: Instant }),
  /** Whose payments wait. */
  party: z.object({
    kind: z.enum(['contractor', 'employer']),
    id: z.string(),
    name: z.string(),
    /** How many payments do not leave for it. */
    payments: z.int(),
  }),
  found_at: Instant,
  claimed: z.object({ name: z.string(), is_me: z.boolean(), at: Instant }).nullable(),
  decided: z.object({ name: z.string(), is_me: z.boolean(), at: Instant }).nullable(),
  /** The last that was said about it. */
  words: z.string(),
  allowed_actions: z.array(z.enum(HIT_ACTIONS)),
})

const REVIEW = { access: ['operator'], operators: ['admin', 'verifier'] } as const

export const screening = {
  listHits: endpoint({
    method: 'GET',
    path: '/operations/screening',
    summary:
      'Who is like an entry of a list: what waits for an answer, what was answered, or what holds; newest first',
    access: ['operator'],
    query: PageQuery.extend({
      view: z.enum(HIT_VIEWS).default('waiting'),
      /** Whose payments wait: the `sub` of a contractor, or the uuid of a company. Left out: everybody's. */
      party: z.string().max(255).optional(),
    }),
    response: page(ScreeningHit),
  }),
  getLists: endpoint({
    method: 'GET',
    path: '/operations/screening/lists',
    summary:
      'The lists in force, how old they are, and how many people and companies are still to be looked for',
    access: ['operator'],
    response: z.object({
      lists: z.array(
        z.object({
          source: z.string(),
          format: z.enum(LIST_FORMATS),
          version: z.string(),
          file_name: z.string(),
          sha256: z.string(),
          entries: z.int(),
          imported_at: Instant,
          age_days: z.int(),
          is_old: z.boolean(),
        }),
      ),
      due: z.int(),
      /** Of them, those of whom something could not be read. */
      failed: z.int(),
    }),
  }),
  decideHit: endpoint({
    method: 'POST',
    path: '/operations/screening/:id',
    summary: 'Says that it is not the same, or that it is, which a second operator confirms',
    ...REVIEW,
    // Saying that it is not the same lets payments leave.
    touches: 'money',
    params: ById,
    body: z.strictObject({
      action: z.enum(HIT_ACTIONS),
      /** Of the match as it was seen. */
      version: z.int().min(1).max(1_000_000),
      words: sentence(500).default(''),
    }),
    response: ScreeningHit,
    problems: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'STEP_CLOSED', 'STEP_STALE', 'VALIDATION'],
  }),
}
