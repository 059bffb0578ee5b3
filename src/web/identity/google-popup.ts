/** Google's sign-in in a window of its own, and how that window tells the page what came of it. */

import { apiProblem } from '#web/kernel/api-problem.ts'
import { askProvider } from '#web/kernel/identity-provider.ts'
import { translatorOf } from '#web/words/translator-of.ts'

/** Where the window comes back to; a page that tells the other one and closes. */
const DONE = '/auth/popup-done'
/** A closed window may still have been the last act of a sign-in: so long its word is waited for (specification 9). */
const CLOSED_DELAY_MS = 8000
const LOOK_EVERY_MS = 250

/** What the window tells: nothing but that it worked, or the provider's code of what went wrong. */
type Word = { readonly error: string | null }

function channel(): BroadcastChannel {
  return new BroadcastChannel('corridor.google')
}

/** Hears what the window says, also when it says it late; until the returned function is called. */
export function onGoogleWord(callback: (error: string | null) => void): () => void {
  const heard = channel()
  heard.onmessage = ({ data }: MessageEvent<Word>) => callback(data.error)
  return () => heard.close()
}

/** Says in the window what came of the sign-in. */
export function tellGoogleWord(error: string | null): void {
  const told = channel()
  told.postMessage({ error } satisfies Word)
  told.close()
}

/**
 * Opens the window; to be called in the click itself, or browsers block it. A blocked one makes this page go to Google,
 * which comes back to `here`. Resolves when the window was closed and its word, heard by `onGoogleWord`, is overdue.
 */
export async function openGoogle(here: string): Promise<void> {
  const popup = window.open('', 'corridor-google', 'popup,width=500,height=640')
  try {
    const { url } = await askProvider('POST', '/sign-in/social', {
      provider: 'google',
      callbackURL: popup ? DONE : here,
      errorCallbackURL: popup ? DONE : here,
      disableRedirect: true,
    })
    if (typeof url !== 'string')
      throw apiProblem(0, 'NO_ADDRESS', translatorOf('identity.google')('away'))
    if (!popup) return window.location.assign(url)
    popup.location.replace(url)
  } catch (thrown) {
    popup?.close()
    throw thrown
  }
  await closed(popup)
  await new Promise(resolve => setTimeout(resolve, CLOSED_DELAY_MS))
}

/** Resolves when a window is closed, which no event tells. */
function closed(popup: Window): Promise<void> {
  return new Promise(resolve => {
    const looking = setInterval(() => {
      if (!popup.closed) return
      clearInterval(looking)
      resolve()
    }, LOOK_EVERY_MS)
  })
}
