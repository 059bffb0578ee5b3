import { describe, expect, it } from 'vitest'
import { mayCountVisits } from './visits.ts'

const TOKEN = 'q7Qd3MVx91PA'

describe('mayCountVisits', () => {
  it.each(['/auth/login', '/auth/login?next=%2Fpayroll', '/signup?type=contractor'])(
    'lets visits of %s be counted',
    address => expect(mayCountVisits(address)).toBe(true),
  )

  it.each([
    '/dashboard',
    '/join',
    `/signup?invitation=${TOKEN}`,
    `/auth/login?bg=1&token=${TOKEN}`,
    // Where somebody goes on to once they logged in.
    `/auth/login?next=${encodeURIComponent(`/join?token=${TOKEN}`)}`,
    `/auth/login?next=${encodeURIComponent(`/a?b=1&token=${TOKEN}`)}`,
    `/auth/login?next=${encodeURIComponent(`/a?next=${encodeURIComponent(`/join?token=${TOKEN}`)}`)}`,
    `/auth/login?next=${encodeURIComponent(`/contracts/shared#${TOKEN}`)}`,
  ])('does not of %s', address => expect(mayCountVisits(address)).toBe(false))
})
