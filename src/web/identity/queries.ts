import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/kernel/api.ts'
import { query } from '#web/kernel/queries.ts'
import { refreshToken, sessionState } from '#web/kernel/session.ts'
import type { Me } from '#web/kernel/types.ts'
import { invitationPath } from '#web/parts/invitation-path.ts'

/** What the provider knows of this browser; asked again by every log in screen that is opened. */
export const SESSION = {
  queryKey: ['session'],
  queryFn: sessionState,
  staleTime: 1000,
} as const

/** The person with claims of now, or null when nobody is signed in: the token is fetched anew, then the profile. */
export async function freshMe(client: QueryClient): Promise<Me | null> {
  if ((await sessionState()) !== 'open') return null
  await refreshToken()
  return client.fetchQuery({ ...query('getMe', {}), staleTime: 0 })
}

/**
 * Where a person goes once details and e-mail are in order: a contractor with an open invitation to that, everyone else
 * home.
 */
export async function firstPlace(me: Me): Promise<string> {
  if (me.type !== 'contractor') return '/dashboard'
  const invitations = await api('listInvitations', {}).catch(() => [])
  const open = invitations.find(({ status, expired }) => status === 'INVITED' && !expired)
  return open ? invitationPath(open) : '/dashboard'
}
