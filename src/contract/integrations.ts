/** What an employer's machines connect by: the keys of the API. */
import { z } from 'zod'
import {
  KEY_ACTIONS,
  KEY_SCOPES,
  KEY_STATES,
  LONGEST_KEY_DAYS,
  MOST_KEY_ADDRESSES,
} from '#domain/integrations/api-key.ts'
import { words } from '#domain/kernel/words.ts'
import { ById, Instant, Ok, requiredLine, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const KeyScope = z.enum(KEY_SCOPES)

/** An address, or a network as CIDR (RFC 4632, RFC 4291). */
const Network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  words('integrations.problems.network'),
)

export const ApiKey = z.object({
  key_uuid: Uuid,
  name: z.string(),
  /** How the key begins. */
  prefix: z.string(),
  scopes: z.array(KeyScope),
  sandbox: z.boolean(),
  /** From where it may be used; empty for anywhere. */
  addresses: z.array(z.string()),
  created_at: Instant,
  created_by_name: z.string(),
  expires_at: Instant,
  days_left: z.int(),
  last_used_at: Instant.nullable(),
  /** The key that took its place. */
  replaced_by: z.object({ key_uuid: Uuid, prefix: z.string() }).nullable(),
  state: z.enum(KEY_STATES),
  allowed_actions: z.array(z.enum(KEY_ACTIONS)),
})

/** A key that was just made. It is shown once, since its digest alone is kept. */
const NewKey = z.object({ key: ApiKey, secret: z.string() })

const RUNNERS = { access: ['employer'], members: ['owner', 'admin'] } as const

export const integrations = {
  listApiKeys: endpoint({
    method: 'GET',
    path: '/employer/api-keys',
    summary:
      'The keys by which machines call the API: those that work, and those that ended lately',
    ...RUNNERS,
    response: z.object({ keys: z.array(ApiKey) }),
  }),
  makeApiKey: endpoint({
    method: 'POST',
    path: '/employer/api-keys',
    summary: 'Makes a key, which is shown once',
    ...RUNNERS,
    gates: ['terms_signed'],
    touches: 'access',
    body: z.strictObject({
      name: requiredLine(80, 'integrations.problems.nameRequired'),
      scopes: z
        .array(KeyScope, words('integrations.problems.chooseScopes'))
        .min(1, words('integrations.problems.chooseScopes'))
        .max(KEY_SCOPES.length),
      sandbox: z.boolean().default(false),
      days: z.int().min(1).max(LONGEST_KEY_DAYS, words('kernel.problems.atMost')).default(90),
      addresses: z.array(Network).max(MOST_KEY_ADDRESSES).default([]),
    }),
    response: NewKey,
    problems: ['CONFLICT', 'ONBOARDING_INCOMPLETE', 'STEP_UP_REQUIRED', 'VALIDATION'],
  }),
  replaceApiKey: endpoint({
    method: 'POST',
    path: '/employer/api-keys/:id/replace',
    summary:
      'Makes a key that may do the same, for as long; the one before works for 7 more days, and is replaced no second time',
    ...RUNNERS,
    touches: 'access',
    params: ById,
    response: NewKey,
    problems: ['NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED'],
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/employer/api-keys/:id',
    summary: 'Ends a key at once; again changes nothing',
    ...RUNNERS,
    touches: { neither: 'it only ends access' },
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
}
