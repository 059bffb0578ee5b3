/**
 * Whether two spellings name the same person: capitals, accents' encodings and runs of spaces do not count, and names between the
 * first and the last may be left out. Nothing else is guessed: another order or a short form is another name.
 */
export function isSameName(typed: string, known: string): boolean {
  const [a, b] = [partsOf(typed), partsOf(known)]
  if (a.length === 0 || a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  return shorter.every(part => longer.includes(part))
}

function partsOf(name: string): string[] {
  return name.normalize('NFKC').toLocaleLowerCase('en').split(/\s+/u).filter(Boolean)
}
