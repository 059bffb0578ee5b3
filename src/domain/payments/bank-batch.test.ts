import { describe, expect, it } from 'vitest'
import { ANSWER_OUTCOMES, decideAnswer, formatPays, type Known } from './bank-batch.ts'

const known = (status: Known['status'], attempt: Known['attempt']): Known => ({
  ...{ status, attempt, amount_minor: 100n, currency: 'CAD' },
})

describe('what an answer of a bank does', () => {
  it.each<[Known['status'], Known['attempt'], ...string[]]>([
    // ACCEPTED, SETTLED, REJECTED, RETURNED
    ['SENT', 'SENT', 'NOTHING', 'SETTLED', 'FAILED', 'RETURNED'],
    ['SETTLED', 'SENT', 'NOTHING', 'NOTHING', 'CONTRADICTS', 'RETURNED'],
    ['FAILED', 'FAILED', 'NOTHING', 'CONTRADICTS', 'NOTHING', 'NOTHING'],
    ['RETURNED', 'RETURNED', 'NOTHING', 'NOTHING', 'NOTHING', 'NOTHING'],
    ['SCHEDULED', 'RETURNED', 'NOTHING', 'CONTRADICTS', 'NOTHING', 'NOTHING'],
    ['CANCELLED', 'FAILED', 'NOTHING', 'CONTRADICTS', 'NOTHING', 'NOTHING'],
    [null, 'RETURNED', 'NOTHING', 'CONTRADICTS', 'NOTHING', 'NOTHING'],
    ['UNKNOWN', 'UNKNOWN', 'NOTHING', 'SETTLED', 'FAILED', 'RETURNED'],
  ])('to what is %s, its attempt %s', (status, attempt, ...did) => {
    const amount = { currency: 'CAD', minor: 100n }
    for (const said of [amount, null])
      expect(
        ANSWER_OUTCOMES.map(outcome =>
          decideAnswer(known(status, attempt), { outcome, amount: said }),
        ),
      ).toEqual(did)
  })

  it('is nothing where it speaks of another amount or currency', () => {
    for (const amount of [
      { currency: 'CAD', minor: 99n },
      { currency: 'USD', minor: 100n },
    ])
      for (const outcome of ANSWER_OUTCOMES)
        for (const status of ['SENT', 'SETTLED'] as const)
          expect(decideAnswer(known(status, 'SENT'), { outcome, amount })).toBe('CONTRADICTS')
  })
})

it('Interac pays addresses, and every other format accounts', () => {
  expect(formatPays('INTERAC_CSV', 'INTERAC')).toBe(true)
  expect(formatPays('CPA_005', 'INTERAC')).toBe(false)
  expect(formatPays('INTERAC_CSV', 'ACCOUNTS')).toBe(false)
})
