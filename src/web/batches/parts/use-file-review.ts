import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#web/kernel/api.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import type { BatchField } from './batch-words.tsx'

/** A file of payments as text, and what it is called. */
export type SentFile = { readonly file_name: string; readonly text: string }

type Mend = NonNullable<ClientInput<'previewPaymentBatch'>['body']['mends']>[number]
type Changes = { readonly mends: readonly Mend[]; readonly without: readonly number[] }

export type FileReviewState = ReturnType<typeof useFileReview>

/** A file as the server reads it, with what was mended of it and left out: kept on the device, should it be opened again. */
export function useFileReview({ file_name, text }: SentFile) {
  const [changes, setChanges, sent] = useDraft<Changes>(`payments ${file_name} ${text.length}`, {
    mends: [],
    without: [],
  })
  const body = useMemo(
    () => ({ text, mends: [...changes.mends], without: [...changes.without] }),
    [text, changes],
  )
  const read = useQuery<ClientOutput<'previewPaymentBatch'>, ApiProblem>({
    queryKey: ['previewPaymentBatch', body],
    queryFn: ({ signal }) => api('previewPaymentBatch', { body }, { signal }),
    placeholderData: keepPreviousData,
    // What was read of a file of megabytes is not worth keeping once the next look is there.
    gcTime: 0,
  })
  return {
    body,
    read: read.data,
    problem: read.error,
    looking: read.isFetching,
    again: () => void read.refetch(),
    mend: (row: number, field: BatchField, typed: string) =>
      setChanges({
        ...changes,
        mends: [
          ...changes.mends.filter(one => one.row !== row || one.field !== field),
          { row, field, typed },
        ],
      }),
    leaveOut: (row: number) =>
      setChanges({ ...changes, without: [...new Set([...changes.without, row])] }),
    putBack: () => setChanges({ ...changes, without: [] }),
    /** What was mended arrived. */
    sent,
  }
}
