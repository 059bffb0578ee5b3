import { expect, it } from 'vitest'
import { toCover } from './to-cover.ts'

const EUROS = [{ currency: 'EUR', exponent: 2, minor: 127_600 }]
type Row = Parameters<typeof toCover>[0]

function row(tone: Row['pay_states'][number]['tone'], step: 'APPROVE' | 'FUND'): Row {
  const state = { tone, says: { next: { step, link: '/there' } } }
  return { to_send: EUROS, pay_states: [state] } as unknown as Row
}

it.each([
  ['a coming pay that is short', row('WAITS', 'APPROVE'), EUROS],
  ['a late pay that waits for its approval and is short', row('WRONG', 'APPROVE'), EUROS],
  ['a late pay that waits for money, which stands among what is wrong', row('WRONG', 'FUND'), []],
] as const)('asks for the money of %s or not', (_, of, expected) => {
  expect(toCover(of)).toEqual(expected)
})
