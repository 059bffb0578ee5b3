/** The checksum of an output descriptor (BIP 380), which finds what was mistyped: money that is sent to another key is lost. */

/** The characters of descriptors, in groups of those that are mistaken for each other. */
const INPUT =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const CHECKSUM = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]
const LENGTH = 8

/** Whether these eight characters are the checksum of a descriptor. */
export function isChecked(descriptor: string, checksum: string): boolean {
  return checksum.length === LENGTH && checksumOf(descriptor) === checksum
}

/** The checksum of a descriptor; undefined where it has a character that none has. */
export function checksumOf(descriptor: string): string | undefined {
  let sum = 1n
  let group = 0
  let count = 0
  for (const character of descriptor) {
    const at = INPUT.indexOf(character)
    if (at < 0) return undefined
    sum = step(sum, at & 31)
    group = group * 3 + (at >> 5)
    count += 1
    if (count === 3) {
      sum = step(sum, group)
      group = 0
      count = 0
    }
  }
  if (count > 0) sum = step(sum, group)
  for (let n = 0; n < LENGTH; n++) sum = step(sum, 0)
  sum ^= 1n
  return Array.from(
    { length: LENGTH },
    (_, n) => CHECKSUM[Number((sum >> BigInt(5 * (LENGTH - 1 - n))) & 31n)],
  ).join('')
}

function step(sum: bigint, value: number): bigint {
  const top = sum >> 35n
  const next = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(value)
  return GENERATOR.reduce((of, by, bit) => ((top >> BigInt(bit)) & 1n ? of ^ by : of), next)
}
