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

/**
 * Sends what a form holds as it is typed: a pause after the last change, one write at a time, and never over a version that was not
 * seen. What did not arrive is tried again; of a form that was left, only what had no answer: nobody mends there what was refused.
 */
export function entrySaver(of: Saving, begin: { version: number; arrived: string }) {
  let { version } = begin
  let arrived: string | undefined = begin.arrived
  let over = false
  let left = false
  let flight: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function save(): void {
    clearTimeout(timer)
    if (over || flight || of.read() === arrived) return
    flight = send().then(next => {
      flight = undefined
      const again = !over && !(left && next.refused) && of.read() !== arrived
      if (again) timer = setTimeout(save, next.after_ms)
    })
  }

  /** One write; answers after what pause the next one may be, and whether the server would not have this one. */
  async function send(): Promise<{ after_ms: number; refused: boolean }> {
    const text = of.read()
    of.say({ kind: 'saving' })
    try {
      const saved = await of.write(version)
      version = saved.version
      arrived = text
      if (of.read() === text) of.arrived()
      of.say({ kind: 'saved', at: saved.saved_at, now: true })
      return { after_ms: PAUSE_MS, refused: false }
    } catch (thrown) {
      const { code, detail } = asApiProblem(thrown)
      const changed = code === 'CONTRACT_CHANGED' || code === 'CONFLICT'
      over ||= changed
      if (changed) of.say({ kind: 'changed' })
      else of.say(detail === NO_RESPONSE ? { kind: 'offline' } : { kind: 'refused', why: detail })
      return { after_ms: AGAIN_MS, refused: detail !== NO_RESPONSE }
    }
  }

  function goOnOver(seen: number, text: string | undefined): void {
    over = false
    version = seen
    arrived = text
    save()
  }

  return {
    save,
    /** Something was typed. */
    later: () => {
      left = false
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE_MS)
    },
    /** The form is left: what stands in it is saved. */
    leave: () => {
      left = true
      save()
    },
    /** Saves nothing more, and waits for what is on its way. */
    finish: async () => {
      over = true
      clearTimeout(timer)
      await flight
    },
    /** Goes on after what `finish` made way for failed. */
    resume: () => {
      over = false
      save()
    },
    /** Goes on over the version that was seen, 0 where none is there any more: what stands here is sent, also where it arrived before. */
    goOn: (seen: number) => goOnOver(seen, undefined),
    /** This text was put, and nothing of it waits any more; what was typed since is saved. */
    wasPut: (text: string) => goOnOver(0, text),
    /** The version that was saved or seen last; 0 where there is none. */
    seen: () => version,
  }
}
