/** The network that a request comes from, which is what tries are counted by. */
import { isIP } from 'node:net'

const GROUPS = 8

/**
 * An IPv4 address as it is, also where it comes mapped into IPv6 (RFC 4291, 2.5.5.2); of an IPv6 address its first 64 bits,
 * since whoever has one address has all that share them (RFC 4291, 2.5.1). Anything else stays as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535')
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const prefix = groups.slice(0, 4).map(group => group.toString(16))
  return `${prefix.join(':')}::/64`
}

function groupsOf(address: string): number[] {
  // The platform writes every spelling the same way, an IPv4 address at the end in hexadecimal.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = text.split('::')
  const read = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map(group => Number.parseInt(group, 16))
  const [head, tail] = [read(before), read(after ?? '')]
  return [...head, ...Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail]
}
