import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { NextPay } from '#web/payments/shared.tsx'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { OtherPays, PayPath } from './pay-cards.tsx'

afterEach(cleanup)

/** A pay of 100.00 USD on March 20 of which nothing has left. */
function pay(pay_state: Partial<NextPay['pay_state']>, code: 'BLOCKED' | 'SCHEDULED'): NextPay {
  const says = { code, when: 'ahead', funds: 'covered', who: 'CORRIDOR', next: null }
  return {
    ...{ line_item_uuid: '1', employer_name: 'Northwind Robotics', steps: [], parts: [] },
    ...{ start_date: '2026-03-01', end_date: '2026-03-15', pay_date: '2026-03-20' },
    amount: { currency: 'USD', amount_in_smallest_unit: '10000' },
    pay_state: { state: code, days_late: 0, says, ...pay_state },
  } as unknown as NextPay
}

function draw(drawn: React.ReactNode): string {
  render(<Words of={ALL_WORDS}>{drawn}</Words>)
  return document.body.textContent ?? ''
}

it.each([
  ['WRONG', 'CONTRACTOR', 'Needs attention'],
  ['WRONG', 'CORRIDOR', 'Held up'],
  ['WRONG', 'EMPLOYER', 'Held up'],
  ['WAITS', 'CONTRACTOR', 'Waiting'],
] as const)('the path of a pay that is %s, where the %s acts, reads “%s”', (tone, acts, word) => {
  draw(<PayPath pay={pay({ tone, acts }, 'BLOCKED')} />)
  expect(screen.getByText(word)).toBeTruthy()
})

it.each([
  ['BLOCKED', true],
  ['SCHEDULED', false],
] as const)(
  'a pay that comes and is %s says its day, and that it is held back: %s',
  (code, held) => {
    const text = draw(<OtherPays pays={[pay({ tone: 'WAITS' }, code)]} />)
    expect([/Mar 20/.test(text), text.includes('Held back')]).toEqual([true, held])
  },
)
