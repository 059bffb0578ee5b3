/** The reference under which an employer's wires are known, a structured creditor reference (ISO 11649). */
import { remainder97 } from '#domain/kernel/mod97.ts'

/** Base 32 without letters that are read as digits (Crockford). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/**
 * The reference of an employer: `RF`, two check digits, and twelve letters and digits of the last 60 bits of its id, which are random.
 * The same for the same employer, always; banks that know the standard refuse one with a digit or a letter that was taken for another.
 */
export function creditorReference(employer_uuid: string): string {
  const bits = BigInt(`0x${employer_uuid.replaceAll('-', '').slice(-15)}`)
  const body = Array.from(
    { length: LENGTH },
    (_, at) => LETTERS[Number((bits >> BigInt(5 * (LENGTH - 1 - at))) & 31n)],
  ).join('')
  return `RF${checkDigits(body)}${body}`
}

/** Whether the check digits of a reference are right, however it is spaced and capitalised. */
export function isCreditorReference(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase()
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(compact)) return false
  return remainder97(compact.slice(4) + compact.slice(0, 4)) === 1
}

const SHAPE = new RegExp(`RF\\d{2}[${LETTERS}]{${LENGTH}}`, 'g')

/** The references of ours that stand in what a bank passes on, however they are spaced and capitalised; each once. */
export function referencesIn(text: string): string[] {
  const compact = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  return [...new Set(compact.match(SHAPE) ?? [])].filter(isCreditorReference)
}

/**
 * References that differ from something in a text by one letter, or by two beside each other that changed places: what somebody may
 * have meant who typed it. The check digits leave few.
 */
export function nearReferences(text: string): string[] {
  const compact = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const found = new Set<string>()
  for (const { index } of compact.matchAll(/(?=R?F\d{2})/g)) {
    const typed = compact.slice(index, index + 4 + LENGTH)
    if (typed.length < 4 + LENGTH || !typed.startsWith('RF')) continue
    for (let at = 2; at < typed.length; at++) {
      const [before, after] = [typed.slice(0, at), typed.slice(at + 1)]
      for (const char of at < 4 ? LETTERS.slice(0, 10) : LETTERS) found.add(before + char + after)
      found.add(before + (after[0] ?? '') + (typed[at] ?? '') + after.slice(1))
    }
    found.delete(typed)
  }
  return [...found].filter(one => one.match(SHAPE) && isCreditorReference(one))
}

/** The last fifteen digits, in base 16, of the employer whose reference this is. */
export function idEndOf(reference: string): string {
  const bits = [...reference.slice(4)].reduce(
    (sum, char) => (sum << 5n) | BigInt(LETTERS.indexOf(char)),
    0n,
  )
  return bits.toString(16).padStart(15, '0')
}

/** As it is written for people: in groups of four. */
export function printedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ')
}

function checkDigits(body: string): string {
  return String(98 - remainder97(`${body}RF00`)).padStart(2, '0')
}
