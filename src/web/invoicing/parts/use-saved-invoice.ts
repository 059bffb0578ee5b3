import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import { entrySaver, type Keeping } from '#web/parts/entry-saver.ts'
import { useEntrySaver } from '#web/parts/use-entry-saver.ts'
import { bodyOf, type Invoice, type InvoiceForm, isWholeRead } from './invoice-form.ts'

/** What the form of an invoice is called among those of its page (decision 0041). */
export function formName(id: string): string {
  return `invoice ${id}`
}

/** Keeps on the server what the form of an invoice holds, as it is typed; what did not arrive stays on the device. */
export function useSavedInvoice(
  id: string,
  kept: Invoice | undefined,
  /** What needs no saving: what is kept, or what a new one begins with; a copy is saved at once. */
  begun: InvoiceForm | undefined,
  { getValues, subscribe }: UseFormReturn<InvoiceForm>,
) {
  const [keeping, say] = useState<Keeping>(() =>
    kept ? { kind: 'saved', at: kept.saved_at, now: false } : { kind: 'nothing' },
  )
  const [saved, setSaved] = useState(kept)
  // An answer may come when another page is open.
  const [place] = useState(() => draftPlace(formName(id)))
  const client = useQueryClient()
  const { mutateAsync } = useCall('putInvoice', { onProblem: () => true })
  const [saver] = useState(() =>
    entrySaver(
      {
        read: () => JSON.stringify(bodyOf(getValues(), 0)),
        write: async version => {
          const answer = await mutateAsync({
            params: { id },
            body: bodyOf(getValues(), version),
          })
          setSaved(answer)
          return answer
        },
        arrived: () => {
          // What is no number yet did not arrive: it stays on the device until it is one.
          if (isWholeRead(getValues())) forgetDraft(place)
          for (const stale of ['listInvoices', 'getInvoice'] as const)
            void client.invalidateQueries({ queryKey: [stale], refetchType: 'none' })
        },
        say,
      },
      { version: kept?.version ?? 0, arrived: begun ? JSON.stringify(bodyOf(begun, 0)) : '' },
    ),
  )
  useEntrySaver(saver, subscribe)
  return { ...saver, keeping, saved }
}
