import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { entrySaver, type Keeping } from '#web/parts/entry-saver.ts'
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

/** Keeps on the server what the form of a contract holds, as it is typed; what did not arrive stays on the device. */
export function useKeptEntry(
  { id, contractorSub: contractor_sub, kept, initial }: EntryOf,
  { getValues, subscribe }: UseFormReturn<ContractEntry>,
) {
  const [keeping, say] = useState<Keeping>(() =>
    kept ? { kind: 'saved', at: kept.saved_at, now: false } : { kind: 'nothing' },
  )
  const client = useQueryClient()
  const { mutateAsync } = useCall('putContractDraft', { onProblem: () => true })
  const [saver] = useState(() =>
    entrySaver(
      {
        read: () => JSON.stringify(getValues()),
        write: version =>
          mutateAsync({ params: { id }, body: { contractor_sub, version, entry: getValues() } }),
        arrived: () => {
          forgetDraft(draftPlace(FORM))
          void client.invalidateQueries({ queryKey: ['listContractDrafts'], refetchType: 'none' })
        },
        say,
      },
      { version: kept?.version ?? 0, arrived: JSON.stringify(kept?.entry ?? initial) },
    ),
  )
  useEffect(() => {
    // What came back from the device is not on the server yet.
    saver.later()
    addEventListener('online', saver.save)
    const stop = subscribe({ formState: { values: true }, callback: saver.later })
    return () => {
      stop()
      removeEventListener('online', saver.save)
      saver.save()
    }
  }, [saver, subscribe])
  return { ...saver, keeping }
}
