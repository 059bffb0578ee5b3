/** Values that stand nowhere else, so that whoever finds one knows where it was typed. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'

/** What one file of tests has planted, and how it plants more: what another file planted is not this one's to look for. */
export function newCanaries() {
  const canaries = new Map<string, string>()
  /** A value that stands nowhere else, remembered under a name. */
  function plant(name: string, value: string): string {
    expect(canaries.has(name)).toBe(false)
    canaries.set(name, value)
    return value
  }
  return { canaries, plant }
}

/** As many digits, made of the name. */
export function digits(name: string, count: number): string {
  const hash = createHash('sha256').update(`canary ${name}`).digest('hex')
  return BigInt(`0x${hash}`).toString().slice(-count)
}

/** A Canadian postal code, made of the name. */
export function postalCode(name: string): string {
  const [a, b, c] = digits(`${name} postal`, 3)
  return `K${a}A ${b}B${c}`
}
