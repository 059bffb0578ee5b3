import { useState } from 'react'
import { fileDraft } from '#web/kernel/lost-files.ts'
import { useDraft } from '#web/parts/draft.ts'
import type { SentFile } from './use-file-review.ts'

/** A file of ten thousand rows is kept; what is larger would leave no room for what is typed elsewhere. */
const LARGEST_KEPT = 1_000_000

const NO_FILE: SentFile = { file_name: '', text: '' }

/**
 * The file of payments that is looked at on a page: it is there again after a reload, until it is sent or closed (decision 0148). Of one that is too
 * large the name is kept, so that the page asks for it again.
 */
export function useSentFile() {
  const [kept, setKept, keptSent] = useDraft('payments file', NO_FILE)
  const [, setLost, lostSent] = useDraft(fileDraft('payments_file'), '')
  const [file, setFile] = useState(kept.text === '' ? undefined : kept)
  const keep = (next: SentFile | undefined) => {
    const small = (next?.text.length ?? 0) <= LARGEST_KEPT
    setFile(next)
    setKept((small && next) || NO_FILE)
    setLost(next && !small ? next.file_name : '')
  }
  return {
    file,
    open: (next: SentFile) => keep(next),
    close: () => keep(undefined),
    /** It arrived, and is not there when the page is opened again. */
    sent: () => {
      keptSent()
      lostSent()
    },
  }
}
