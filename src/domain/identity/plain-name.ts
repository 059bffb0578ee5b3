/**
 * Names that mails and documents show: of people, companies and roles. None may look like an address on the web or of mail,
 * since mail programs would make it one to click on, in a mail that comes from us. What none of them does that to may stay.
 */
import type { TextKey } from '#domain/kernel/words.ts'

/** What follows a dot in the middle of a word in names that are none: `Vue.js`, `ASP.NET`. */
const HARMLESS = /\.js$|^asp\.net$/i
/** Endings before which one letter is enough, such as `x.com`. */
const SHORT = /^[\p{L}\p{N}]\.(com|net|org|io|co|me|ly|gl|be)$/iu

/** Whether the text looks like a link or an e-mail address. */
export function looksLikeLink(text: string): boolean {
  // What nobody sees may stand in between; letters that look like others are read as those.
  const plain = text.normalize('NFKC').replace(/\p{C}/gu, '')
  if (/:\/\/|\bwww\.|[\p{L}\p{N}_]@[\p{L}\p{N}_]/iu.test(plain)) return true
  if (/[\p{L}\p{N}-]\.(?!js\b)[\p{L}\p{N}-]{2,}[/:?#]/iu.test(plain)) return true
  if (/(?<![\d.])\d{1,3}(\.\d{1,3}){3}(?!\.?\d)/.test(plain)) return true
  const words = plain.match(/(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:[.。][\p{L}\p{N}_-]+)+/gu) ?? []
  return words.some(word => SHORT.test(word) || (isDomain(word) && !HARMLESS.test(word)))
}

/** Dots between longer pieces, the last of letters alone: not `J.R.Smith`, `U.S.` or `2.0`. */
function isDomain(word: string): boolean {
  const labels = word.split(/[.。]/)
  const [last = '', before = ''] = labels.toReversed()
  return /^(\p{L}{2,}|xn--[\w-]+)$/iu.test(last) && before.length > 1
}

/** What is said of such a name. */
export const NO_LINKS: TextKey = 'identity.problems.noLinks'
