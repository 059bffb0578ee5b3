/**
 * Signs that nobody sees, and where they are spelling all the same. What is not spelling makes two names of one that people read, so names are refused that
 * hold any (decision 0146). Sources: Unicode, `Default_Ignorable_Code_Point`, which Technical Standard 39 (3.1) keeps out of identifiers; Annex 31
 * (2.3, rules A1, A2 and B) for joiners; Technical Standards 37 for variants of ideographs and 51 for pictures; the standard's chapter 13.5 for Mongolian.
 */
import type { Text } from './words.ts'
import { textOf } from './words.ts'

/** What programs leave out when they draw text, and an empty cell of Braille, which is a space and is none. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

// biome-ignore format: one a line would say no more
const INDIC = String.raw`\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}`
const CURSIVE = String.raw`\p{scx=Arab}\p{scx=Syrc}`
/** The sign that takes a vowel away, of these scripts. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u17d2]$/u

/** What may stand before each sign, and behind it where that matters. */
const SPELLED: readonly (readonly [sign: RegExp, before: RegExp, behind?: RegExp])[] = [
  // Parts two letters: Persian between letters, in the scripts of India and its neighbours behind what takes a vowel away.
  [/\u200c/u, ending(CURSIVE), beginning(CURSIVE)],
  [/\u200c/u, ending(INDIC), beginning(INDIC)],
  // Joins two letters there, and ends a word in a half letter. Arabic has no use for it inside of a name.
  [/\u200d/u, ending(INDIC), beginning(INDIC)],
  [/\u200d/u, VIRAMA],
  // Pictures that are made of several, and whether one is drawn in colour.
  [
    /\u200d/u,
    /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?$/u,
    /^\p{Extended_Pictographic}/u,
  ],
  [/[\ufe0e\ufe0f]/u, /\p{Extended_Pictographic}$/u],
  // Which form of an ideograph is meant, of a Mongolian letter, and how that one ends.
  [/[\u{e0100}-\u{e01ef}]/u, /\p{Script=Han}$/u],
  [/[\u180b-\u180f]/u, /\p{Script=Mongolian}$/u],
]

function ending(scripts: string): RegExp {
  return new RegExp(`(?=[${scripts}])[\\p{L}\\p{M}]$`, 'u')
}

function beginning(scripts: string): RegExp {
  return new RegExp(`^(?=[${scripts}])[\\p{L}\\p{M}]`, 'u')
}

function isSpelling(sign: string, before: string, behind: string): boolean {
  return SPELLED.some(
    ([of, ends, begins]) => of.test(sign) && ends.test(before) && (begins?.test(behind) ?? true),
  )
}

/** A sign that nobody sees where it is no spelling: its code point, and what stands before it. */
export type UnseenSign = { readonly code: string; readonly after: string }

/** What stands before and behind a sign, as far as spelling goes: a long text may have as many signs as letters. */
function beside(text: string, index: number, sign: string): [before: string, behind: string] {
  const end = index + sign.length
  return [text.slice(Math.max(0, index - BESIDE), index), text.slice(end, end + BESIDE)]
}

const BESIDE = 16

/** The first of a text, or undefined where there is none. */
export function findUnseen(text: string): UnseenSign | undefined {
  const found = [...text.matchAll(UNSEEN)].find(
    ({ 0: sign, index }) => !isSpelling(sign, ...beside(text, index, sign)),
  )
  if (!found) return undefined
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const before = text.slice(Math.max(0, found.index - 200), found.index)
  return { code, after: before.replace(UNSEEN, '').slice(-20) }
}

/** The text without any, but for joiners that are spelling: texts that are compared have them no other way. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, (sign, index: number) => {
    const joins = sign === '\u200c' || sign === '\u200d'
    return joins && isSpelling(sign, ...beside(text, index, sign)) ? sign : ''
  })
}

/** What is said of such a sign: which it is, and where. */
export function unseenSaid({ code, after }: UnseenSign): Text {
  return after === ''
    ? textOf('kernel.problems.unseenFirst', { code })
    : textOf('kernel.problems.unseenSigns', { code, after })
}
