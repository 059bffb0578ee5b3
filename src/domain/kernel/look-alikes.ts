/**
 * What texts look like, whatever letters they are made of: skeletons and words of mixed scripts (Unicode Technical Standard 39, by its
 * table of confusable characters). Letters of every script stay possible; what is found is a text that is taken for another (decision 0134).
 */
import PROTOTYPES from 'unhomoglyph/data.json' with { type: 'json' }
import { plainLine } from './names.ts'
import type { TextKey } from './words.ts'

const prototypeOf = new Map(Object.entries(PROTOTYPES))

/** The same for two texts that look the same as they are written (TS 39, section 4); it is compared, and never shown. */
export function skeleton(text: string): string {
  const letters = plainLine(text).normalize('NFKD')
  return Array.from(letters, letter => prototypeOf.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
}

const CASES: readonly ((text: string) => string)[] = [
  text => text,
  text => text.toLowerCase(),
  text => text.toUpperCase(),
]

/** Whether two texts look the same as they are written, or in small letters, or in capitals. */
export function looksLike(one: string, other: string): boolean {
  return CASES.some(written => skeleton(written(one)) === skeleton(written(other)))
}

/**
 * Scripts that are imitated, each by letters of others. Han, Kana and Hangul are not among them: they stand beside each other, and beside
 * Latin, in words that people really write.
 */
// biome-ignore format: one a line would say no more
const IMITATED = [
  /\p{scx=Latn}/u, /\p{scx=Cyrl}/u, /\p{scx=Grek}/u, /\p{scx=Armn}/u, /\p{scx=Geor}/u,
  /\p{scx=Hebr}/u, /\p{scx=Arab}/u, /\p{scx=Cher}/u, /\p{scx=Copt}/u, /\p{scx=Deva}/u,
  /\p{scx=Beng}/u, /\p{scx=Gujr}/u, /\p{scx=Guru}/u, /\p{scx=Orya}/u, /\p{scx=Taml}/u,
  /\p{scx=Telu}/u, /\p{scx=Knda}/u, /\p{scx=Mlym}/u, /\p{scx=Sinh}/u, /\p{scx=Thai}/u,
  /\p{scx=Laoo}/u, /\p{scx=Khmr}/u, /\p{scx=Mymr}/u, /\p{scx=Ethi}/u, /\p{scx=Tfng}/u,
]
const OF_A_SCRIPT = /(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/u

/** Letters by what they look like. */
const alike = new Map<string, string[]>()
for (const [letter, prototype] of prototypeOf)
  if (OF_A_SCRIPT.test(letter)) alike.set(prototype, [...(alike.get(prototype) ?? []), letter])

/**
 * Whether a word of the text mixes scripts so that it looks like a word of one of them: `Аccountant` with a Cyrillic `А`. Words that mix
 * them and look like nothing else (`ΔPlus`, `Tシャツ`), and texts with words of several scripts, are none.
 */
export function imitatesAScript(text: string): boolean {
  const words = plainLine(text)
    .normalize('NFKD')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return (words ?? []).some(word => {
    const letters = Array.from(word).filter(letter => OF_A_SCRIPT.test(letter))
    return IMITATED.some(script => imitates(letters, script))
  })
}

/** What is said of such a text. */
export const ONE_ALPHABET: TextKey = 'kernel.problems.oneAlphabet'

/** Some of the letters are of the script, others are not, and each of those looks like one that is. */
function imitates(letters: readonly string[], script: RegExp): boolean {
  const foreign = letters.filter(letter => !script.test(letter))
  return (
    foreign.length > 0 &&
    foreign.length < letters.length &&
    foreign.every(letter => looksLikeOneOf(letter, script))
  )
}

function looksLikeOneOf(letter: string, script: RegExp): boolean {
  const prototype = prototypeOf.get(letter) ?? letter
  const whole = Array.from(prototype).filter(part => OF_A_SCRIPT.test(part))
  if (whole.length > 0 && whole.every(part => script.test(part))) return true
  return alike.get(prototype)?.some(other => script.test(other)) ?? false
}
