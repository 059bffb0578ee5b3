/**
 * What the first screen of this window waits for: found in the page, or else asked before the libraries that draw it are evaluated.
 * Failures are told by who needs the answer.
 */
import { api } from '#web/kernel/api.ts'
import { answerTo, firstAnswers } from '#web/kernel/first-answers.ts'
import { sessionState } from '#web/kernel/session.ts'
import { fetchHome, isLogIn, pageOf } from './routes.ts'

const { pathname } = window.location

/** What came with the page. */
export const found = firstAnswers()

/** What this installation offers. */
export const config = found.then(
  answers => answerTo('getAppConfig', answers) ?? api('getAppConfig', {}),
)

/** What the provider knows of this browser, where the page depends on it. */
export const session =
  isLogIn(pathname) || pageOf(pathname)?.roles ? found.then(sessionState) : undefined

/** Who is signed in, for a page that shows it; undefined for nobody. */
export const me = isLogIn(pathname) ? undefined : session?.then(findMe)

/** Loads the home of who is signed in, where that is the page. */
export const home =
  pathname === '/dashboard' ? me?.then(person => fetchHome(person?.type)) : undefined

async function findMe(state: string) {
  if (state === 'open') return answerTo('getMe', await found) ?? api('getMe', {})
}

for (const asked of [config, session, me, home]) asked?.catch(() => {})
