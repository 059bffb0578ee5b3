/** What the server asks of a person before it goes on, told to the page as a whole: a proof, or the onboarding. */

/** A proof that is asked for; settled once, with whether it was given. */
export type AskedProof = { readonly settle: (given: boolean) => void }

/** What is asked for now; the object changes only when something of it does. */
export type Asked = { readonly proof: AskedProof | undefined; readonly onboarding: boolean }

let now: Asked = { proof: undefined, onboarding: false }
let pending: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function change(next: Partial<Asked>): void {
  now = { ...now, ...next }
  for (const listener of listeners) listener()
}

/** What is asked for now. */
export function asked(): Asked {
  return now
}

/** Calls back after every change until the returned function is called. */
export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the person to prove who they are; answers whether they did. Calls at once share one question. */
export function askForProof(): Promise<boolean> {
  pending ??= new Promise<boolean>(resolve => change({ proof: { settle: resolve } })).finally(
    () => {
      pending = undefined
      change({ proof: undefined })
    },
  )
  return pending
}

/** Says that a step of the onboarding comes first. */
export function askForOnboarding(): void {
  change({ onboarding: true })
}
