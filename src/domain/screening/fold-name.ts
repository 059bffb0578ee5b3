/**
 * Names as they are compared. Case, diacritics, punctuation and width go; scripts stay, since nothing here turns one into another: a
 * name in Arabic or Cyrillic is found by the aliases that a list gives in that script. Beside it stands what a name looks like, whatever
 * letters it is made of, so that nobody hides behind a Cyrillic `о` (decision 0134).
 */
import { skeleton } from '#domain/kernel/look-alikes.ts'

/** Letters that Unicode does not take apart, though people write them with and without their strokes. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}
const STROKES = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** The parts of a name, folded, in the order in which they are written. Empty for a text without letters and digits. */
export function tokensOf(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    // Marks above and below letters, short vowels in Arabic and Hebrew, the line that lengthens Arabic letters, and signs that nobody sees.
    .replace(/[\p{M}\u0640\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(STROKES, letter => PLAIN[letter] ?? letter)
    // An apostrophe stands within a name, also one of another keyboard; everything else ends a part.
    .replace(/['’‘ʼʻ`´]/g, '')
  return folded.split(/[^\p{L}\p{N}]+/u).filter(token => token !== '')
}

/** A name as it is looked up: its parts in one order, so that family names may come first or last. */
export function foldName(name: string): string {
  return tokensOf(name).sort().join(' ')
}

/** Small capitals, which letters of other scripts look like that are written so in small: a Cyrillic `в` as a `ʙ`. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'
const CAPITALS = 'abcdefghijklmnoprstuvwyz'
const LOOKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...SMALL_CAPITALS].map((letter, i) => [letter, CAPITALS[i] ?? letter])),
  // In capitals or in small letters these look the same, and lists are written in either.
  l: 'i',
  '1': 'i',
  '0': 'o',
  rn: 'm',
}
const LOOK = new RegExp(Object.keys(LOOKS).join('|'), 'g')

/** The parts of a name as they look (Unicode TS 39), in small letters and without marks: the same for names that are taken for each other. */
export function looksOf(name: string): string[] {
  return tokensOf(skeleton(name)).map(token => token.replace(LOOK, part => LOOKS[part] ?? part))
}

/** What a name looks like as it is looked up: its parts in one order. */
export function foldLook(name: string): string {
  return looksOf(name).sort().join(' ')
}
