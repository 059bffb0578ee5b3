/** Calls to the identity provider below `/api/auth`: a session in a cookie, of which tokens are made. */
import {
  type ApiProblem,
  apiProblem,
  noResponse,
  UNKNOWN_FAILURE,
} from '#web/kernel/api-problem.ts'
import { askForProof } from '#web/kernel/asked.ts'

/** What the provider answers: the JSON of `docs/api/identity-provider.md`. */
export type ProviderAnswer = Readonly<Record<string, unknown>>

/**
 * Asks the provider. Its answer's JSON, or an ApiProblem whose code is the provider's, such as `INVALID_TOKEN`, and
 * whose detail is its message; an answer that broke off is none. A call that needs a fresh proof asks for it and is then made again.
 */
export async function askProvider(
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<ProviderAnswer> {
  for (;;) {
    const answer = await send(method, path, body)
    const read: unknown = await answer.json().catch(() => {
      // What broke off says nothing, and least of all that something is so.
      if (answer.ok) throw noResponse()
    })
    const object = typeof read === 'object' && read !== null ? { ...read } : {}
    if (answer.ok) return object
    const problem = providerProblem(answer.status, object)
    if (problem.code !== 'STEP_UP_REQUIRED' || !(await askForProof())) throw problem
  }
}

/** Goes to an OpenID provider's own pages: to log in, to sign up, or to prove it again. It comes back to `return_to`. */
export function goToProvider(call: 'sign-in' | 'sign-up' | 'step-up', return_to: string): void {
  const query = new URLSearchParams({ return_to, ...(call === 'sign-up' ? { create: '1' } : {}) })
  window.location.assign(`/api/auth/${call === 'step-up' ? 'step-up' : 'sign-in'}?${query}`)
}

function send(method: 'GET' | 'POST', path: string, body: unknown = {}): Promise<Response> {
  return fetch(`/api/auth${path}`, {
    method,
    credentials: 'same-origin',
    ...(method === 'POST'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  }).catch(() => {
    throw noResponse()
  })
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
