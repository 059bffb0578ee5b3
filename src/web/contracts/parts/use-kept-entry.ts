import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withChanges } from '#web/kernel/draft-changes.ts'
import { draftPlace, forgetDraft, readOver } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { entrySaver, type Keeping } from '#web/parts/entry-saver.ts'
import { useForm } from '#web/parts/form.ts'
import { useEntrySaver } from '#web/parts/use-entry-saver.ts'
import type { ContractEntry } from './contract-entry.ts'

export type KeptEntry = ClientOutput<'listContractDrafts'>[number]

/** What a form of a contract is called among those of its page (decision 0041). */
export const FORM = 'contract'

/** The contract that a form is of, and what was typed of it before. */
export type EntryOf = {
  readonly id: string
  readonly contractorSub: string
  readonly kept: KeptEntry | undefined
  /** What the form begins with where nothing was kept: not worth keeping by itself. */
  readonly initial: ContractEntry
  /** The version of the terms that it begins with; 0 of a contract that has none yet. */
  readonly termsVersion: number
}

/** The version of a draft's terms, and of what was typed of it, 0 where there is none: a later one is of somebody else, or of this person elsewhere. */
export type Seen = { readonly terms: number; readonly typed: number }

/** What a form was begun over, and what of it is seen by now. */
type Over = { readonly entry: ContractEntry; terms: number; typed: number }

function overOf({ kept, initial, termsVersion }: EntryOf): Over {
  // Left out is paid, and a choice that is not there is not kept either.
  const entry = { engagement: 'paid', ...(kept?.entry ?? initial) } as const
  // A process of before does not say over which terms it was typed.
  return kept
    ? { entry, terms: kept.terms_version ?? termsVersion, typed: kept.version }
    : { entry, terms: termsVersion, typed: 0 }
}

/**
 * The form of a contract, and what keeps on the server what it holds, as it is typed; what did not arrive stays on the device, with what it was typed over.
 * `isOutdated` says at the beginning that other terms were put since.
 */
export function useKeptEntry(of: EntryOf) {
  const { id, contractorSub: contractor_sub, kept } = of
  // An answer may come when another page is open, whose form is called alike.
  const [place] = useState(() => draftPlace(FORM))
  const [over] = useState(() => withChanges(overOf(of), readOver(place)))
  const form = useForm<ContractEntry>(FORM, {
    mode: 'onTouched',
    defaultValues: over.entry,
    over: () => over,
  })
  const { getValues, subscribe } = form
  const [keeping, say] = useState<Keeping>(() =>
    kept ? { kind: 'saved', at: kept.saved_at, now: false } : { kind: 'nothing' },
  )
  const client = useQueryClient()
  const { mutateAsync } = useCall('putContractDraft', { onProblem: () => true })
  const [saver] = useState(() => {
    const arrived = overOf(of)
    return entrySaver(
      {
        read: () => written(over.terms, getValues()),
        write: async version => {
          const body = { contractor_sub, version, terms: over.terms, entry: getValues() }
          const saved = await mutateAsync({ params: { id }, body })
          over.typed = saved.version
          return saved
        },
        arrived: () => {
          forgetDraft(place)
          void client.invalidateQueries({ queryKey: ['listContractDrafts'], refetchType: 'none' })
        },
        say,
      },
      { version: over.typed, arrived: written(arrived.terms, arrived.entry) },
    )
  })
  useEntrySaver(saver, subscribe)
  return {
    form,
    keeping,
    isOutdated: over.terms < of.termsVersion,
    seen: (): Seen => ({ terms: over.terms, typed: saver.seen() }),
    /** What is kept on the device is worth nothing any more. */
    forget: () => forgetDraft(place),
    finish: saver.finish,
    resume: saver.resume,
    /** What stands here stays, over these versions that were seen. */
    goOn: ({ terms, typed }: Seen) => {
      Object.assign(over, { terms, typed })
      saver.goOn(typed)
    },
    /** This entry was put and is this version of the terms; answers whether anything else was typed since, which is kept. */
    wasPut: (entry: ContractEntry, terms: number): boolean => {
      Object.assign(over, { terms, typed: 0 })
      const put = written(terms, entry)
      saver.wasPut(put)
      return written(terms, getValues()) !== put
    },
  }
}

/** What is typed is another thing over other terms. */
function written(terms: number, entry: ContractEntry): string {
  return JSON.stringify([terms, entry])
}
