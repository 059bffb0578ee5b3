/**
 * How hard a secret is to guess for somebody who knows how people make them up: by entropy, not by length. What repeats, runs on,
 * lies beside each other on a keyboard or reads like words counts little; the estimate errs on the low side (compare zxcvbn,
 * Wheeler 2016). Random characters of any usual alphabet keep most of their bits; of 32 of them one in some ten thousand
 * draws looks weaker than it is, and another draw does not.
 */

const RUN_BITS = 6
const WORD_BITS = 9
const SHORT_WORD_BITS = 4
const WORD_LETTERS = 6
const KEYBOARD = 'qwertyuiop asdfghjkl zxcvbnm 1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p'
const KEYBOARDS = [KEYBOARD, [...KEYBOARD].toReversed().join('')]
const USUAL =
  /^(pass(word|phrase|wort)?|secret|change|admin|corridor|default|example|production|master|auth|test|key)/
/** Digits and signs that stand for letters. */
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

/** About how many bits a text is worth as a secret. */
export function textBits(text: string): number {
  return Math.min(phraseBits(text), symbolBits(text))
}

/** About how many bits a key is worth. One that is a text, typed and not drawn, is judged as that text. */
export function keyBits(key: Uint8Array): number {
  const text = Buffer.from(key).toString('latin1')
  if (/^[ -~]*$/.test(text)) return textBits(text)
  return bits([...key], 256, () => ({ length: 0, cost: 0 }))
}

/** Words and short numbers with something between them, as in a sentence; infinite for what is not written so. */
function phraseBits(text: string): number {
  const words = text.split(/[^\p{L}\p{N}']+/u).filter(word => word !== '')
  const plain = words.filter(word => /^(\p{Lu}?\p{Ll}+|\p{Lu}+|\d{1,4})$/u.test(word))
  const isPhrase =
    words.length >= 4 && plain.join('').length >= Math.max(text.length * 0.65, words.length * 3)
  if (!isPhrase) return Number.POSITIVE_INFINITY
  return words.reduce((sum, word) => sum + (word.length <= 3 ? SHORT_WORD_BITS : WORD_BITS), 0)
}

function symbolBits(text: string): number {
  const symbols = [...text].map(symbol => symbol.codePointAt(0) ?? 0)
  const folded = text.toLowerCase()
  const plain = [...folded].map(symbol => LEET[symbol] ?? symbol).join('')
  const hexadecimal = /^[0-9a-f]+$/i.test(text)
  return bits(symbols, hexadecimal ? 16 : alphabetOf(text), at => {
    const year = /^(19|20)\d\d/.test(folded.slice(at)) ? 4 : 0
    const keys = keyboardRun(folded, at)
    if (keys >= 4 || year) return { length: Math.max(keys, year), cost: RUN_BITS }
    const word = hexadecimal ? 0 : wordAt(text, plain, at)
    return { length: word, cost: WORD_BITS * Math.ceil(word / WORD_LETTERS) }
  })
}

type Guess = { readonly length: number; readonly cost: number }

/** Goes through the symbols and pays for each the least that a guesser would: a symbol, a repetition, a run, or what `known` finds. */
function bits(symbols: readonly number[], alphabet: number, known: (at: number) => Guess): number {
  const perSymbol = bitsEach(symbols, alphabet)
  let total = 0
  for (let at = 0; at < symbols.length; ) {
    const run = Math.max(repetition(symbols, at), sequence(symbols, at))
    const guesses = [{ length: run >= 3 ? run : 0, cost: RUN_BITS }, known(at)]
    const [best] = guesses
      .filter(({ length, cost }) => length > 0 && cost < length * perSymbol)
      .sort((a, b) => a.cost / a.length - b.cost / b.length)
    total += best?.cost ?? perSymbol
    at += best?.length ?? 1
  }
  return total
}

/** How long what begins here repeats what stood before, forwards or mirrored. */
function repetition(symbols: readonly number[], at: number): number {
  let longest = 0
  for (let before = 0; before < at; before += 1)
    for (const step of [1, -1]) {
      let length = 0
      while (
        at + length < symbols.length &&
        symbols[at + length] === symbols[before + step * length]
      )
        length += 1
      longest = Math.max(longest, length)
    }
  return longest
}

/** How long symbols run on here in steps that come again: `aaaa`, `abcd`, `2468`, `112233`. */
function sequence(symbols: readonly number[], at: number): number {
  const step = (n: number) => (symbols[n + 1] ?? Number.NaN) - (symbols[n] ?? Number.NaN)
  const lengths = [1, 2, 3, 4].map(period => {
    let steps = period
    while (step(at + steps) === step(at + steps - period)) steps += 1
    const even = period > 1 || Math.abs(step(at)) <= 3
    return even && steps >= 3 * period - 1 ? steps + 1 : 1
  })
  return Math.max(...lengths)
}

function keyboardRun(folded: string, at: number): number {
  let length = 0
  while (
    at + length < folded.length &&
    KEYBOARDS.some(keys => keys.includes(folded.slice(at, at + length + 1)))
  )
    length += 1
  return length
}

/** How many letters here read like a word: in one case behind the first, vowels and consonants mixed as in speech. */
function wordAt(text: string, plain: string, at: number): number {
  const usual = USUAL.exec(plain.slice(at))
  if (usual) return usual[0].length
  const cased = /^(\p{L}?(?:\p{Ll}|[0134579@$])*|\p{Lu}+)/u.exec(text.slice(at))?.[0] ?? ''
  const letters = plain.slice(at, at + cased.length)
  const spoken =
    /^(?:[aeiouy]{0,2}(?:[^\P{L}aeiouy]{1,3}|$))*[aeiouy]{0,2}/u.exec(letters)?.[0] ?? ''
  const vowels = spoken.replace(/[^aeiouy]/g, '').length
  return spoken.length >= 5 && vowels / spoken.length >= 0.3 ? spoken.length : 0
}

/** What one symbol is worth: all of its alphabet where as many different ones occur as chance would draw, else what occurs. */
function bitsEach(symbols: readonly number[], alphabet: number): number {
  const different = new Set(symbols).size
  const expected = alphabet * (1 - (1 - 1 / alphabet) ** symbols.length)
  return Math.log2(different >= expected * 0.75 ? alphabet : different + 1)
}

function alphabetOf(text: string): number {
  const classes: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 33],
  ]
  return classes.reduce((sum, [has, count]) => sum + (has.test(text) ? count : 0), 0)
}

/** How much of what is secret nobody can guess, at the least. */
export const LEAST_BITS = {
  /** What we make ourselves and sign with. */
  secret: 90,
  /** A key of 32 random bytes has 256; an estimate keeps most. */
  key: 128,
  /** What others gave us, or a file is locked with. */
  given: 60,
}
/** How to make a secret that nobody guesses. */
export const HOW_TO = 'make one by `openssl rand -base64 32`'

/** Whether a passphrase is worth what locks a key of ours. */
export function isStrongPassphrase(passphrase: string): boolean {
  return textBits(passphrase) >= LEAST_BITS.secret
}
