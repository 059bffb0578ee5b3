/** Who calls, and whether they may: token or key -> actor -> role -> fresh proof. */
import type { FastifyRequest } from 'fastify'
import {
  type Endpoint,
  isDocument,
  membersOf,
  needsProof,
  operatorsOf,
} from '#contract/kernel/endpoint.ts'
import { KEY_MARK } from '#domain/integrations/api-key.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Actor, ANONYMOUS, asInSandbox, letIn, requireFresh } from './actor.ts'
import { mayCall } from './may-call.ts'
import { bearerOf, type Claims, type TokenVerifier } from './token.ts'

export type CallerDeps = {
  readonly tokens: TokenVerifier
  /** Who a token's bearer is to us, read afresh at least once a second, or now. */
  findActor(
    claims: Claims,
    origin: { address: string; user_agent: string },
    how?: { readonly afresh: boolean },
  ): Promise<Actor>
  /** Whose an API key is that works, and is used from where it may be; UNAUTHENTICATED or FORBIDDEN otherwise. `again` asks now, within a call that counted already. */
  findKey(key: string, address: string, how?: { readonly again: boolean }): Promise<Actor>
  /** Addresses of operators who need no second factor: the demo's own. */
  readonly passwordOnly: ReadonlySet<string>
}

/** Whoever calls, as they were found when the call came. */
export type Caller = {
  readonly actor: Actor
  /** Who they are once their body came, which may last: refused as at first where they may no more. What needs proof asks the database again. */
  again(): Promise<Actor>
}

const NOBODY: Caller = { actor: ANONYMOUS, again: async () => ANONYMOUS }

/** Who calls, where they may make the call; how they may not is thrown as what to answer. Nothing of a body is needed for it. */
export async function authorise(
  deps: CallerDeps,
  entry: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  if (entry.access === 'public') return NOBODY
  const bearer = bearerOf(headerOf(request, 'authorization'))
  if (bearer.startsWith(KEY_MARK)) {
    const actor = asMachine(entry, await deps.findKey(bearer, request.ip))
    request.log = request.log.child({ sub: actor.sub })
    return {
      actor,
      again: async () => asMachine(entry, await deps.findKey(bearer, request.ip, { again: true })),
    }
  }
  const claims = await deps.tokens.verify(bearer)
  // Every line about this request says whose it is.
  request.log = request.log.child({ sub: claims.sub, session_id: claims.session_id })
  const origin = {
    address: request.ip,
    user_agent: (headerOf(request, 'user-agent') ?? '').slice(0, 400),
  }
  const actor = asPerson(deps, entry, await deps.findActor(claims, origin))
  const proven = needsProof(entry)
  if (proven) requireFresh(actor)
  return {
    actor,
    again: async () =>
      asPerson(deps, entry, await deps.findActor(claims, origin, { afresh: proven })),
  }
}

/** The person with what they may, or why they may not call. */
function asPerson({ passwordOnly }: CallerDeps, entry: Endpoint, found: Actor): Actor {
  const exempt = found.role !== 'operator' || passwordOnly.has(found.email)
  const actor = { ...found, second_factor_required: !exempt }
  letIn(actor)
  if (entry.access === 'signed-in') return actor
  if (!actor.known) throw new Problem('DETAILS_MISSING', 'kernel.problems.detailsMissing')
  if (!actor.email_verified)
    throw new Problem('EMAIL_NOT_VERIFIED', 'kernel.problems.emailNotVerified')
  if (!(entry.access as readonly string[]).includes(actor.role))
    throw isDocument(entry)
      ? new Problem('NOT_FOUND', 'kernel.problems.noSuchDocument')
      : new Problem('FORBIDDEN', 'kernel.problems.role', {
          params: { roles: (entry.access as readonly string[]).join(' and '), mine: actor.role },
        })
  if (actor.second_factor_required && !actor.second_factor)
    throw new Problem('SECOND_FACTOR_REQUIRED', 'kernel.problems.secondFactor')
  requireTeamRole(entry, actor)
  return actor
}

/** The machine that has a key, which may what its key says. */
function asMachine(entry: Endpoint, actor: Actor): Actor {
  letIn(actor)
  const { scope } = entry
  if (!scope) throw new Problem('FORBIDDEN', 'kernel.problems.notForKeys')
  if (!mayCall(actor, entry))
    throw new Problem('FORBIDDEN', 'kernel.problems.keyScope', { params: { scope } })
  return asInSandbox(actor, scope)
}

function requireTeamRole(entry: Endpoint, actor: Actor): void {
  if (mayCall(actor, entry)) return
  const { role, member_role, operator_role } = actor
  if (isDocument(entry)) throw new Problem('NOT_FOUND', 'kernel.problems.noSuchDocument')
  const mine = role === 'operator' ? operator_role : member_role
  if (!mine) throw new Problem('FORBIDDEN', 'kernel.problems.noMember')
  const may = role === 'operator' ? operatorsOf(entry) : membersOf(entry)
  throw new Problem('FORBIDDEN', 'kernel.problems.teamRole', {
    params: { roles: may.join(', '), mine },
  })
}

/** A header of a request; the first of several. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
