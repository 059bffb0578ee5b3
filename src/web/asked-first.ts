/**
 * What the first screen of this window waits for, asked before the libraries that draw it are evaluated. Failures are told by
 * who needs the answer.
 */
import { api } from '#web/kernel/api.ts'
import { sessionState } from '#web/kernel/session.ts'
import { fetchHome, isLogIn, pageOf } from './routes.ts'

const { pathname } = window.location

/** What this installation offers. */
export const config = api('getAppConfig', {})

/** What the provider knows of this browser, where the page depends on it. */
export const session = isLogIn(pathname) || pageOf(pathname)?.roles ? sessionState() : undefined

/** Who is signed in, for a page that shows it; undefined for nobody. */
export const me = isLogIn(pathname)
  ? undefined
  : session?.then(state => (state === 'open' ? api('getMe', {}) : undefined))

if (pathname === '/dashboard') me?.then(person => fetchHome(person?.type)).catch(() => {})
for (const asked of [config, session, me]) asked?.catch(() => {})
