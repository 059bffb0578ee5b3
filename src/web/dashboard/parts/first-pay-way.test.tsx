import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import type { FirstPay, FirstPayStep } from './first-pay.ts'
import { FirstPayWay } from './first-pay-way.tsx'

const PHONE = 390
const DESK = 1280

function onScreen(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

const step = (key: FirstPayStep['key'], of: Partial<FirstPayStep>): FirstPayStep => ({
  ...{ key, state: 'DONE', who: 'EMPLOYER', minutes: null, link: null, done_at: null },
  ...{ since: null, by: null, until: null, after: null },
  ...of,
})
const STEPS = [
  step('agreements', { done_at: '2026-11-24T10:02:00.000Z' }),
  step('company', { done_at: '2026-11-24T10:05:00.000Z' }),
  step('documents', {
    ...{ state: 'OPEN', minutes: 4, link: '/dashboard/employer/kyc' },
    since: '2026-11-24T10:05:00.000Z',
  }),
  step('verification', { state: 'BEHIND', who: 'CORRIDOR', after: 'documents' }),
  step('contract', { state: 'BEHIND', minutes: 5, after: 'documents' }),
  step('first_pay', { state: 'BEHIND', who: 'CONTRACTOR', after: 'contract' }),
]

async function draw(
  steps: readonly FirstPayStep[] = STEPS,
  cost: FirstPay['cost'] = null,
  quiet = false,
): Promise<void> {
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    return { body: { sub: 'ana', type: 'employer', allowed_calls: [], today: '2026-11-25' } }
  })
  const of = { settled: false, pay_state: null, pay_date: null, plan: [] }
  const way: FirstPay = { ...of, steps: [...steps], cost }
  openPages('/dashboard', { '/dashboard': () => <FirstPayWay way={way} first={!quiet} /> })
  await screen.findByText('From company to first pay')
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rows = () => screen.getAllByRole('listitem').map(row => row.textContent ?? '')

it('says who takes what is not open yet, how long it takes and after which step, and since when for the open one alone', async () => {
  onScreen(DESK)
  await draw()
  const [, , documents = '', verification = '', contract = '', pay = ''] = rows()
  expect(documents).toMatch(/You, since November 24.*about 4 minutes/)
  expect(verification).toMatch(/Corridor, after step 3$/)
  expect(contract).toMatch(/You, about 5 minutes, after step 3$/)
  expect(pay).toMatch(/Your contractor, after step 5$/)
  expect(rows().filter(row => row.includes('since'))).toEqual([documents])
})

it('on a phone is one line of what is done, which opens, closes and keeps the focus', async () => {
  onScreen(PHONE)
  await draw()
  expect(rows()).toHaveLength(4)
  const fold = screen.getByRole('button', { name: '2 of 6 done' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  fold.focus()
  fireEvent.click(fold)
  expect(rows()).toHaveLength(6)
  expect(rows()[0]).toContain('Terms and privacy')
  const list = screen.getByRole('list')
  expect(fold.getAttribute('aria-controls')).toBe(list.id)
  // What opens is read next.
  expect(fold.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect([document.activeElement, fold.getAttribute('aria-expanded')]).toEqual([fold, 'true'])
  fireEvent.click(fold)
  expect(rows()).toHaveLength(4)
})

it('folds nothing at a desk, nor where one step alone is done', async () => {
  onScreen(DESK)
  await draw()
  expect(rows()).toHaveLength(6)
  expect(screen.queryByRole('button', { name: /done$/ })).toBeNull()
  cleanup()
  onScreen(PHONE)
  await draw(STEPS.slice(1))
  expect(rows()).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /done$/ })).toBeNull()
})

it('says what one period would cost, and whether anybody agreed on that', async () => {
  onScreen(DESK)
  const eur = (amount_in_smallest_unit: number) => ({ currency: 'EUR', amount_in_smallest_unit })
  const cost = {
    ...{ example: true, hours: 80, rate: eur(4_000), pay: eur(320_000), fees: [eur(540)] },
    ...{ funds: [eur(320_540)], fund_by: '2026-12-08' },
  }
  const withPolicy = [...STEPS, step('payroll', {})]
  const card = () => screen.getByText('What it would cost').closest('section')?.textContent
  await draw(withPolicy, cost)
  expect(card()).toMatch(/One contractor, 80.00 h × 40.00.EUR. You set it in the contract/)
  expect(card()).toMatch(/Our fees5.40.EURTo fund by December 83205.40.EUR$/)
  cleanup()
  await draw(withPolicy, {
    ...cost,
    example: false,
    fees: [],
    funds: [eur(320_000)],
    fund_by: null,
  })
  expect(card()).toMatch(/of your contract.*Our feesNoneTo fund3200.00.EUR$/)
  cleanup()
  await draw(withPolicy)
  expect(screen.queryByText('What it would cost')).toBeNull()
})

it('has the one filled button of its screen, or none where something above it has that', async () => {
  onScreen(DESK)
  const filled = () => document.querySelectorAll('.btn.p').length
  await draw()
  expect(filled()).toBe(1)
  cleanup()
  await draw(STEPS, null, true)
  expect(filled()).toBe(0)
  screen.getByRole('link', { name: /Owners and documents/ })
})

it('says of funding that it takes a verified company only as long as it does', async () => {
  onScreen(DESK)
  const text = () => rows().join()
  await draw([step('funding', { state: 'BEHIND', after: 'verification' })])
  expect(text()).toMatch(/once you are verified/)
  cleanup()
  await draw([step('funding', { state: 'OPEN' })])
  expect(text()).toMatch(/Our account details and your reference/)
  expect(text()).not.toMatch(/once you are verified/)
})
