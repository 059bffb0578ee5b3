import { expect, it } from 'vitest'
import { type MarkedPayment, reviewMarks } from './review-marks.ts'

const payment = (first_part: string | null, destination_uuid = 'wallet'): MarkedPayment => ({
  ...{ source_currency: 'USD', currency: 'USDC', network: 'solana', country_code: 'NG' },
  ...{ destination_uuid, first_part, blockers: [] },
})
const marksOf = (...payments: MarkedPayment[]) => reviewMarks([], payments, '2026-12-04')

it('are the same whether a small payment goes first or not: a wish for one changes none that are kept', () => {
  const whole = marksOf(payment(null))
  expect(whole.marks).toContain('PAYS USD USDC solana NG')
  for (const parts of [[payment('FIRST'), payment('REST')], [payment('FIRST')], [payment('REST')]])
    expect(marksOf(...parts)).toEqual(whole)
  // Two wallets are two, tried first or not.
  expect(marksOf(payment('FIRST'), payment('REST'), payment(null, 'other'))).toEqual(
    marksOf(payment(null), payment(null, 'other')),
  )
})
