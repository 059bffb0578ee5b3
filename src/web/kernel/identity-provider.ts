/** Calls to the identity provider below `/api/auth`: a session in a cookie, of which tokens are made. */
import {
  type ApiProblem,
  apiProblem,
  NO_RESPONSE,
  UNKNOWN_FAILURE,
} from '#web/kernel/api-problem.ts'

/**
 * Asks the provider. Its answer's JSON, or an ApiProblem whose code is the provider's, such as `INVALID_TOKEN`, and
 * whose detail is its message.
 */
export async function askProvider(
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`/api/auth${path}`, {
    method,
    credentials: 'same-origin',
    ...(method === 'POST'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
      : {}),
  }).catch(() => {
    throw apiProblem(0, 'NO_RESPONSE', NO_RESPONSE)
  })
  const read: unknown = await answer.json().catch(() => null)
  const object = typeof read === 'object' && read !== null ? { ...read } : {}
  if (!answer.ok) throw providerProblem(answer.status, object)
  return object
}

function providerProblem(
  status: number,
  { code, message }: { code?: unknown; message?: unknown },
): ApiProblem {
  return apiProblem(
    status,
    typeof code === 'string' ? code : status === 429 ? 'TOO_MANY_REQUESTS' : 'UNKNOWN',
    typeof message === 'string' && message !== '' ? message : UNKNOWN_FAILURE,
  )
}
