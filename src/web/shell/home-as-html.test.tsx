// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { FirstAnswers } from '#web/kernel/first-answers.ts'
import { homeAsHtml } from './home-as-html.tsx'

const ME = {
  sub: 'ana',
  type: 'employer',
  first_name: 'Ana',
  last_name: '<b>Silva</b>',
  email: 'ana@example.test',
  basic_info_completed: true,
  email_verified: true,
  member_role: 'owner',
  gates: {},
  second_factor: { missing: false },
  is_partner: false,
  organisation: { name: 'Northwind' },
  allowed_calls: [],
}

const NOBODY = { count: 0, people: [] }

function answers(me: object = {}, settled = true, steps: readonly object[] = []): FirstAnswers {
  const found = [
    ['getMe', {}, { ...ME, ...me }],
    ['getAppConfig', {}, { today: '2026-03-02' }],
    ['listCycles', { query: { view: 'run' } }, { items: [] }],
    ['getFirstPay', {}, { settled, steps }],
    ['getWaysToFund', {}, { requests: [] }],
    ['getPeopleNeeds', {}, { to_draft: NOBODY, to_sign: NOBODY, ending: { count: 0 } }],
    ['listUnpaidPeriods', { query: { limit: '20' } }, { items: [] }],
    ['listFailedOffers', {}, []],
  ]
  return found as unknown as FirstAnswers
}

describe('a home as HTML', () => {
  it('says what the answers say, in the frame of its person, and cannot be used', async () => {
    const html = await homeAsHtml(answers())
    expect(html).toMatch(/^<div class="served" data-theme="employer" inert="">/)
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(html).toContain('Northwind')
    expect(html).toContain('Ana &lt;b&gt;Silva&lt;/b&gt;')
    expect(html).not.toMatch(/<script|<b>/)
  })

  it.each([
    ['was refused', [{ state: 'OPEN', who: 'EMPLOYER', link: '/kyc' }], 'has to be verified again'],
    [
      'is reviewed again',
      [{ state: 'OPEN', who: 'CORRIDOR', link: null }],
      'We review your company',
    ],
    ['is verified', [], 'Everything that was due is done'],
  ])('tells a company that %s what that means', async (_what, steps, said) => {
    const me = { allowed_calls: ['putEmployerKyc'] }
    const html = await homeAsHtml(answers(me, true, steps))
    expect(html).toContain(said)
    expect(html.includes('No pay leaves')).toBe(said !== 'Everything that was due is done')
  })

  it.each([
    ['another type of person', answers({ type: 'contractor' })],
    ['who acts for nobody any more', answers({ member_role: null })],
    ['a log-in without its second factor', answers({ second_factor: { missing: true } })],
    ['an address that is not confirmed', answers({ email_verified: false })],
    ['a company whose first pay has not settled', answers({}, false)],
    ['a question that was refused', answers().filter(([name]) => name !== 'listCycles')],
    ['what is not known to need nobody', answers().filter(([name]) => name !== 'getPeopleNeeds')],
  ])('is not drawn for %s', async (_who, given) => {
    expect(await homeAsHtml(given)).toBe('')
  })
})
