/**
 * Names as they are compared. Case, diacritics, punctuation and width go; scripts stay, since nothing here turns one into another: a
 * name in Arabic or Cyrillic is found by the aliases that a list gives in that script.
 */

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
