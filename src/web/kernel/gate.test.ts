import { describe, expect, it } from 'vitest'
import { admit, safeNext, type Visitor } from './gate.ts'

const gates = {
  terms_signed: true,
  profile_complete: true,
  payroll_info_complete: true,
  payroll_funded: true,
}
const employer = {
  type: 'employer',
  basic_info_completed: true,
  email_verified: true,
  gates,
} as const

describe('the access gate', () => {
  it.each<[string, Visitor, Parameters<typeof admit>[1], ReturnType<typeof admit>]>([
    ['shows a spinner while loading, also on open routes', 'loading', {}, 'spinner'],
    ['opens a route without roles to everyone', 'nobody', {}, 'page'],
    ['asks nobody to log in', 'nobody', { roles: ['employer'] }, 'login'],
    [
      'sends a person without details to the sign-up',
      { ...employer, type: null, basic_info_completed: false },
      { roles: ['employer'] },
      'signup',
    ],
    [
      'sends a person without a verified e-mail to the sign-up before looking at the role',
      { ...employer, email_verified: false },
      { roles: ['operator'] },
      'signup',
    ],
    [
      'asks no details of an operator, who never signs up',
      { ...employer, type: 'operator', basic_info_completed: false },
      { roles: ['operator'], needs: ['terms_signed'] },
      'page',
    ],
    ['sends the wrong role home', employer, { roles: ['operator'] }, 'dashboard'],
    [
      'asks to complete onboarding when a gate is shut',
      { ...employer, gates: { ...gates, profile_complete: false } },
      { roles: ['employer'], needs: ['terms_signed', 'profile_complete'] },
      'onboarding',
    ],
    ['renders otherwise', employer, { roles: ['employer'], needs: ['terms_signed'] }, 'page'],
  ])('%s', (_title, visitor, demand, expected) => expect(admit(visitor, demand)).toBe(expected))
})

it.each([
  ['/employer/contractors?status=INVITED', '/employer/contractors?status=INVITED'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['/auth/login', '/dashboard'],
  [undefined, '/dashboard'],
])('goes on from %j to %s', (next, expected) => expect(safeNext(next)).toBe(expected))
