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

/** As it is written for people: in groups of four. */
export function printedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ')
}

function checkDigits(body: string): string {
  return String(98 - remainder97(`${body}RF00`)).padStart(2, '0')
}
