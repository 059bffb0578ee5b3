/**
 * Telling what a call of the provider answered from how it failed. Its router and its calls throw errors of two classes, what
 * they throw comes back as an answer, and a redirect is an error as well: so no hook judges that by itself.
 */
import type { GenericEndpointContext } from '@better-auth/core'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'

function returnedBy({ context }: GenericEndpointContext): unknown {
  return 'returned' in context ? context.returned : undefined
}

/** Whether a call failed, for whatever reason; a redirect did not. Only known once the call is over. */
export function hasFailed(ctx: GenericEndpointContext): boolean {
  const returned = returnedBy(ctx)
  if (isAPIError(returned)) return returned.statusCode >= 400
  return returned instanceof Error || (returned instanceof Response && returned.status >= 400)
}

/** The code of the failure of a call, in the provider's words; undefined for one that did not fail. */
export function failureOf(ctx: GenericEndpointContext): string | undefined {
  const returned = returnedBy(ctx)
  if (!hasFailed(ctx)) return undefined
  return (isAPIError(returned) && String(returned.body?.code ?? '')) || 'UNKNOWN'
}

/** The fields of the object that a call answered; none where it failed or answered no object. */
export function answerOf(ctx: GenericEndpointContext): Readonly<Record<string, unknown>> {
  const returned = returnedBy(ctx)
  const object = typeof returned === 'object' && returned !== null && !(returned instanceof Error)
  return object && !hasFailed(ctx) ? { ...returned } : {}
}

/** A hook that runs after calls of these paths that succeeded, and after no others. What it answers replaces their answer. */
export function afterSuccess(
  paths: readonly string[],
  handler: (ctx: GenericEndpointContext) => Promise<unknown>,
) {
  return {
    matcher: ({ path }: { path?: string | undefined }) =>
      path !== undefined && paths.includes(path),
    handler: createAuthMiddleware(async ctx => (hasFailed(ctx) ? undefined : handler(ctx))),
  }
}
