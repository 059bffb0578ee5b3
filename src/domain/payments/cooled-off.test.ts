/** A new account whose wait is over before the pay date. */
import { expect, it } from 'vitest'
import type { BlockerCode, WhoActs } from './blockers.ts'
import { payState } from './pay-state.ts'

const PAY_DATE = '2026-11-27'
const blocked = (code: BlockerCode, who: WhoActs, until: string | null = null) => [
  { code, who, until },
]

it('keeps nothing: the pay comes on its day, whatever is stored of that', () => {
  const blockers = blocked('DESTINATION_COOLING', 'NOBODY', '2026-11-26T23:59:59.000Z')
  const held = {
    ...{ today: '2026-11-25', pay_date: PAY_DATE, end_date: '2026-11-22' },
    ...{ approved: true, paid: false, blockers },
    parts: [{ status: 'HELD', arrives: '2026-11-30' }] as const,
  }
  expect(payState(held)).toMatchObject({ state: 'DUE', tone: 'FINE', until: null })
  expect(payState({ ...held, today: PAY_DATE })).toMatchObject({ state: 'DUE', tone: 'FINE' })
  const others = [...blockers, ...blocked('UNVERIFIED_CONTRACTOR', 'CONTRACTOR')]
  expect(payState({ ...held, blockers: others }).state).toBe('BLOCKED')
  const onItsDay = blocked('DESTINATION_COOLING', 'NOBODY', '2026-11-27T09:00:00.000Z')
  expect(payState({ ...held, blockers: onItsDay }).state).toBe('COOLING')
})
