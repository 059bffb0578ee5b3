import { describe, expect, it } from 'vitest'
import { type Admission, admit, type Demand, safeNext, type Visitor } from './gate.ts'

const gates = {
  terms_signed: true,
  company_named: true,
  profile_complete: true,
  payroll_info_complete: true,
  payroll_funded: true,
}
const employer = {
  type: 'employer',
  basic_info_completed: true,
  email_verified: true,
  gates,
  second_factor: { required: false, used: false, missing: false },
} as const
const contractor = { ...employer, type: 'contractor' } as const
const operator = { ...employer, type: 'operator', basic_info_completed: false } as const
const missing = { required: true, used: false, missing: true }

const VISITORS = {
  loading: 'loading',
  nobody: 'nobody',
  'half logged in': 'second-factor',
  'no details': { ...employer, type: null, basic_info_completed: false },
  'details begun': { ...contractor, basic_info_completed: false },
  'unverified e-mail': { ...employer, email_verified: false },
  employer,
  'employer, profile open': { ...employer, gates: { ...gates, profile_complete: false } },
  contractor,
  operator,
  'operator, unverified': { ...operator, email_verified: false },
  'operator, no factor': { ...operator, second_factor: missing },
  'operator, gates shut': { ...operator, gates: { ...gates, terms_signed: false } },
} as const satisfies Record<string, Visitor>

const DEMANDS = {
  'an open page': {},
  'a shared page': { roles: ['employer', 'contractor', 'operator'] },
  'an employer page': { roles: ['employer'] },
  'a page with needs': {
    roles: ['employer', 'operator'],
    needs: ['terms_signed', 'profile_complete'],
  },
  'the security page': { roles: ['employer', 'contractor', 'operator'], beforeSecondFactor: true },
} as const satisfies Record<string, Demand>

// Each row: what the visitor gets of the five demands, in their order.
const TABLE: Readonly<Record<keyof typeof VISITORS, readonly Admission[]>> = {
  loading: ['spinner', 'spinner', 'spinner', 'spinner', 'spinner'],
  nobody: ['page', 'login', 'login', 'login', 'login'],
  'half logged in': ['page', 'login', 'login', 'login', 'login'],
  'no details': ['page', 'signup', 'signup', 'signup', 'signup'],
  'details begun': ['page', 'signup', 'signup', 'signup', 'signup'],
  'unverified e-mail': ['page', 'signup', 'signup', 'signup', 'signup'],
  employer: ['page', 'page', 'page', 'page', 'page'],
  'employer, profile open': ['page', 'page', 'page', 'onboarding', 'page'],
  contractor: ['page', 'page', 'dashboard', 'dashboard', 'page'],
  operator: ['page', 'page', 'dashboard', 'page', 'page'],
  'operator, unverified': ['page', 'signup', 'signup', 'signup', 'signup'],
  'operator, no factor': ['page', 'security', 'security', 'security', 'page'],
  'operator, gates shut': ['page', 'page', 'dashboard', 'page', 'page'],
}

const cases = Object.entries(TABLE).flatMap(([visitor, row]) =>
  Object.keys(DEMANDS).map((demand, at) => [visitor, demand, row[at]] as const),
)

describe('the access gate', () => {
  it.each(cases)('%s at %s gets %s', (visitor, demand, expected) => {
    const who: Visitor = VISITORS[visitor as keyof typeof VISITORS]
    expect(admit(who, DEMANDS[demand as keyof typeof DEMANDS])).toBe(expected)
  })

  it.each(['terms_signed', 'profile_complete', 'payroll_info_complete', 'payroll_funded'] as const)(
    'shuts a page that needs %s, and no other',
    gate => {
      const who = { ...employer, gates: { ...gates, [gate]: false } }
      for (const need of Object.keys(gates) as (keyof typeof gates)[])
        expect(admit(who, { roles: ['employer'], needs: [need] })).toBe(
          need === gate ? 'onboarding' : 'page',
        )
    },
  )
})

it.each([
  ['/employer/contractors?status=INVITED', '/employer/contractors?status=INVITED'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['/a\\..\\evil', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/auth/login', '/dashboard'],
  ['/api/auth/sign-out', '/dashboard'],
  ['/authors', '/authors'],
  [undefined, '/dashboard'],
])('goes on from %j to %s', (next, expected) => expect(safeNext(next)).toBe(expected))
