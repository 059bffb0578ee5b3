/**
 * Which letters a format carries, and how a text is spelled in them. The rule is one for all formats: Latin letters lose their marks
 * (`Zoë` is `Zoe`), letters with strokes are spelled out, signs become what stands for them; every other script is refused, since only
 * the owner of an account knows how the bank spells it in Latin letters. Nothing is ever left out or cut.
 */
import { type Text, textOf } from '#domain/kernel/words.ts'

/** What a format carries: the signs beside A to Z and digits, whether small letters are among them, and what stands for signs that are not. */
export type Letters = {
  readonly signs: string
  readonly small: boolean
  readonly instead: Readonly<Record<string, string>>
  /** Of ISO 20022 as SEPA and SWIFT use it: a slash neither begins nor ends a text, and two never meet. */
  readonly slashes: boolean
}

/** What stands for a sign in the set below (EPC217-08, SEPA Requirements for an Extended Character Set, section 6). */
const EPC: Readonly<Record<string, string>> = {
  ...pairs('!. ". #. $. %. &+ *. ;, <. =. >. @. [( ]) ^. _- `\' {( |/ }) ~-'),
  '\\': '/',
}

/** The basic set of SEPA (EPC217-08, section 4), which is SWIFT's set X: what every bank takes. */
export const ISO_LETTERS: Letters = {
  signs: "/-?:().,'+ ",
  small: true,
  instead: EPC,
  slashes: true,
}

/** Payments Canada, Standard 005: capitals, digits and few signs, as the guides of its banks agree on. */
export const CPA_LETTERS: Letters = {
  signs: " .,&'/-",
  small: false,
  instead: pairs("`' _- \"' ;, :. +& @. #. (- )-"),
  slashes: false,
}

/** Nacha Operating Rules, Appendix Three (Data specifications): printable ASCII; capitals are what all its banks take. */
export const NACHA_LETTERS: Letters = {
  signs: ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  small: false,
  instead: {},
  slashes: false,
}

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map(pair => [pair.slice(0, 1), pair.slice(1)]))
}

/** Letters that Unicode does not take apart, and signs that keyboards and word processors put for plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ł: 'l', Ł: 'L', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N' },
  ...{
    '’': "'",
    '‘': "'",
    ʼ: "'",
    ʻ: "'",
    '´': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '«': '"',
    '»': '"',
  },
  ...{ '–': '-', '—': '-', '‑': '-', '−': '-', '…': '...', '⁄': '/' },
}

/** What every format spells as it stands, but for capitals. */
const PLAINLY = /^[A-Za-z0-9][A-Za-z0-9 .,'-]*$/

/** How a text is spelled in the letters of a format, or why it cannot be. Spaces at its ends go, and runs of them become one. */
export function spell(
  text: string,
  letters: Letters,
): { readonly spelled: string } | { readonly problem: Text } {
  const tidy = text.normalize('NFC').trim().replace(/\s+/gu, ' ')
  if (PLAINLY.test(tidy)) return { spelled: letters.small ? tidy : tidy.toUpperCase() }
  const unknown = new Set<string>()
  let spelled = ''
  for (const letter of tidy) {
    const plain = inLetters(letter, letters)
    if (plain === undefined) unknown.add(letter)
    else spelled += plain
  }
  if (unknown.size > 0) return { problem: cannotSay([...unknown]) }
  // A mark that was taken away may leave a space beside another.
  spelled = spelled.replace(/ +/g, ' ').trim()
  if (spelled === '') return { problem: textOf('bank-files.texts.missing') }
  if (letters.slashes && /^\/|\/$|\/\//.test(spelled))
    return { problem: textOf('bank-files.texts.slashes') }
  return { spelled }
}

/** One letter in the letters of a format: none for marks and invisible signs, undefined where it has no place there. */
function inLetters(letter: string, letters: Letters): string | undefined {
  if (/^[\p{M}\p{Cf}]$/u.test(letter)) return ''
  const plain = (PLAIN[letter] ?? letter).normalize('NFKD').replace(/\p{M}/gu, '')
  let spelled = ''
  for (const sign of plain) {
    const cased = letters.small ? sign : sign.toUpperCase()
    const own = carries(cased, letters) ? cased : letters.instead[PLAIN[cased] ?? cased]
    if (own === undefined) return undefined
    spelled += own
  }
  return spelled
}

function carries(sign: string, { signs, small }: Letters): boolean {
  return /^[A-Z0-9]$/.test(sign) || (small && /^[a-z]$/.test(sign)) || signs.includes(sign)
}

function cannotSay(unknown: readonly string[]): Text {
  if (unknown.some(letter => /\p{Cc}/u.test(letter))) return textOf('bank-files.texts.control')
  return textOf('bank-files.texts.script', { letters: unknown.slice(0, 5).join(' ') })
}
