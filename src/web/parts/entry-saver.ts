import { asApiProblem, NO_RESPONSE } from '#web/kernel/api-problem.ts'

/** Where what is typed is by now: nothing typed yet, on its way, on the server, on this device alone, or against another version. */
export type Keeping =
  | { readonly kind: 'nothing' | 'saving' | 'offline' | 'changed' }
  | { readonly kind: 'saved'; readonly at: string; readonly now: boolean }
  | { readonly kind: 'refused'; readonly why: string }

/** What a saver needs of the form and the server. */
export type Saving = {
  /** What the form holds, as text. */
  readonly read: () => string
  /** Sends that over a version; answers the new one. */
  readonly write: (version: number) => Promise<{ version: number; saved_at: string }>
  readonly say: (keeping: Keeping) => void
  /** All that the form holds has arrived. */
  readonly arrived: () => void
}

const PAUSE_MS = 800
const AGAIN_MS = 10_000

/** How far a saver is: the version that was saved or seen last, what arrived, whether it saves nothing more, and whether its form was left. */
type State = { version: number; arrived: string | undefined; over: boolean; left: boolean }

/** One write; answers where what was written is by now. */
async function send(of: Saving, at: State): Promise<Keeping['kind']> {
  const text = of.read()
  of.say({ kind: 'saving' })
  try {
    const saved = await of.write(at.version)
    at.version = saved.version
    at.arrived = text
    if (of.read() === text) of.arrived()
    of.say({ kind: 'saved', at: saved.saved_at, now: true })
    return 'saved'
  } catch (thrown) {
    const keeping = notTaken(thrown)
    at.over ||= keeping.kind === 'changed'
    of.say(keeping)
    return keeping.kind
  }
}

/** Where what did not arrive is by now. */
function notTaken(thrown: unknown): Keeping {
  const { code, detail } = asApiProblem(thrown)
  if (code === 'CONTRACT_CHANGED' || code === 'CONFLICT') return { kind: 'changed' }
  return detail === NO_RESPONSE ? { kind: 'offline' } : { kind: 'refused', why: detail }
}

/**
 * Sends what a form holds as it is typed: a pause after the last change, one write at a time, and never over a version that was not
 * seen. What did not arrive is tried again; of a form that was left, only what had no answer: nobody mends there what was refused.
 */
export function entrySaver(of: Saving, begin: { version: number; arrived: string }) {
  const at: State = { ...begin, over: false, left: false }
  let flight: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function save(): void {
    clearTimeout(timer)
    if (at.over || flight || of.read() === at.arrived) return
    flight = send(of, at).then(kind => {
      flight = undefined
      if (at.over || of.read() === at.arrived || (at.left && kind === 'refused')) return
      timer = setTimeout(save, kind === 'saved' ? PAUSE_MS : AGAIN_MS)
    })
  }

  function goOnOver(seen: number, text: string | undefined): void {
    at.over = false
    at.version = seen
    at.arrived = text
    save()
  }

  return {
    save,
    /** Something was typed. */
    later: () => {
      at.left = false
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE_MS)
    },
    /** The form is left: what stands in it is saved. */
    leave: () => {
      at.left = true
      save()
    },
    /** Saves nothing more, and waits for what is on its way. */
    finish: async () => {
      at.over = true
      clearTimeout(timer)
      await flight
    },
    /** Goes on after what `finish` made way for failed. */
    resume: () => {
      at.over = false
      save()
    },
    /** Goes on over the version that was seen, 0 where none is there any more: what stands here is sent, also where it arrived before. */
    goOn: (seen: number) => goOnOver(seen, undefined),
    /** This text was put, and nothing of it waits any more; what was typed since is saved. */
    wasPut: (text: string) => goOnOver(0, text),
    /** The version that was saved or seen last; 0 where there is none. */
    seen: () => at.version,
  }
}
