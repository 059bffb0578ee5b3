/** ISO 7064 MOD 97-10, by which IBANs (ISO 13616) and creditor references (ISO 11649) prove themselves. */

/** The remainder by 97 of letters and digits, each letter as the number that it is in base 36. */
export function remainder97(text: string): number {
  let rest = 0
  for (const char of text) {
    const value = Number.parseInt(char, 36)
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest
}
