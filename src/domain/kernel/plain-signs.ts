/**
 * What no text that people sign, or are called by, may have in it: signs that nobody sees and words that are made to look like others
 * (decisions 0134, 0146). One rule for names, roles and the exhibit of a contract.
 */
import { imitatesAScript, ONE_ALPHABET } from './look-alikes.ts'
import { findUnseen, unseenSaid } from './unseen-signs.ts'
import { type Text, textOf } from './words.ts'

/** What is wrong with the signs of a text, the first of it; undefined where nothing is. */
export function wrongSigns(text: string): Text | undefined {
  if (imitatesAScript(text)) return textOf(ONE_ALPHABET)
  const unseen = findUnseen(text)
  return unseen && unseenSaid(unseen)
}
