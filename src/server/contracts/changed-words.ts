/** What the words of a later text change of an earlier one, for who is about to sign the later. */
import { diffWordsWithSpace } from 'diff'

export type ChangedWords = { readonly kind: 'same' | 'new' | 'gone'; readonly text: string }

/** Texts that differ in more places are said as one that went and one that came: nobody reads them as a change. */
const MOST_CHANGES = 3_000

/** The words of both texts in the order of the later: what stays, what is new and what is gone. Only `same` and `new` are the later text. */
export function changedWords(then: string, now: string): ChangedWords[] {
  const parts = diffWordsWithSpace(then, now, { maxEditLength: MOST_CHANGES })
  if (!parts)
    return [
      { kind: 'gone' as const, text: then },
      { kind: 'new' as const, text: now },
    ].filter(({ text }) => text !== '')
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
}
