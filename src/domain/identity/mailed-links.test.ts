import { expect, it } from 'vitest'
import { deadLink, linkEnd } from './mailed-links.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const LATER = new Date('2026-03-02T10:00:01Z')

it.each([
  ['works', false, false, LATER, undefined],
  ['ends at its moment', false, false, NOW, 'expired'],
  ['was withdrawn before it could end', false, true, NOW, 'withdrawn'],
  ['was used, whatever came later', true, true, NOW, 'used'],
] as const)('a link %s', (_what, used, withdrawn, ends_at, end) => {
  expect(linkEnd({ used, withdrawn, ends_at }, NOW)).toBe(end)
})

it('says of a link that was used and of one that expired what it was', () => {
  expect(linkEnd(undefined, NOW)).toBe('unknown')
  const codes = (['used', 'expired', 'withdrawn', 'unknown'] as const).map(
    end => deadLink(end).code,
  )
  expect(codes).toEqual(['LINK_USED', 'LINK_EXPIRED', 'LINK_NOT_VALID', 'LINK_NOT_VALID'])
})
