/** Recovery codes: what opens an account whose second factor is lost, each once. */
import { randomInt } from 'node:crypto'

const RECOVERY_CODES = 10
/** Crockford's alphabet has no letters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** New codes, as they are shown and kept. */
export function newRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** A recovery code as it is kept, however it was typed. */
export function asKept(code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return `${plain.slice(0, 5)}-${plain.slice(5)}`
}
