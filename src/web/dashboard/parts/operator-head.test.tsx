import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { OperatorHead } from './operator-head.tsx'
import type { Waits } from './operator-waits.tsx'

const TODAY = '2026-12-04'
const usd = [{ currency: 'USD', amount_in_smallest_unit: 340_000 }]
type Lost = Waits['wrong'][number]['status']
const lost = (status: Lost, since: string, payments = 1) => ({
  ...{ status, since, payments },
  totals: usd,
})
const due = (pay_date: string, days_late: number) => ({
  ...{ cycle_uuid: pay_date, pay_date },
  pay_state: { tone: 'WRONG', days_late },
})

type Given = {
  wrong?: ReturnType<typeof lost>[]
  cycles?: ReturnType<typeof due>[]
  ready?: number
  late?: { payments: number; since: string }
  unconfirmed?: { payments: number }
  minutes?: (number | null)[]
}
/** As the server answers, of which the head reads no more than this. */
function waitsOf({
  wrong = [],
  cycles = [],
  ready = 0,
  late,
  unconfirmed,
  minutes = [null],
}: Given): Waits {
  return {
    checklist: {
      ...{ pay_date: TODAY, ready_payments: ready, ready_totals: usd, late: late ?? null },
      ready: minutes.map(left => ({ cut_off: left === null ? null : { minutes: left } })),
    },
    wrong,
    late: { cycles, more: 0, companies_late: cycles.length, unconfirmed: unconfirmed ?? null },
  } as unknown as Waits
}

function serve(): void {
  fakeServer(({ path }) => {
    const at = path.replace('/api/v1', '').split('?')[0]
    const iat = Math.floor(Date.now() / 1000)
    if (at === '/api/auth/token')
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (at === '/user/me')
      return { body: { sub: 'ana', allowed_calls: ['bulkExecute'], held_calls: [] } }
    return { body: { today: TODAY } }
  })
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const READY = { ready: 2 }
const LATE_READY = { ...READY, late: { payments: 1, since: '2026-12-03' } }
const FAILED = [lost('FAILED', '2026-12-01')]

it.each<[string, Given, 'red' | 'calm', string, RegExp]>([
  ['nothing', {}, 'calm', 'Nothing leaves today', /Approved pay/],
  ['what is ready', READY, 'calm', '2 payments wait for your confirmation', /3400.00 USD leave/],
  [
    'what a bank takes until soon',
    { ...READY, minutes: [null, 54, 190] },
    'calm',
    '2 payments wait for your confirmation',
    /confirmed\. The first bank cut-off is in 54 minutes\.$/,
  ],
  [
    'what a bank takes until later, where something is wrong',
    { ...READY, wrong: FAILED, minutes: [190] },
    'red',
    '1 payment failed',
    /confirmed\. The first bank cut-off is in 3 hours\./,
  ],
  [
    'what nobody confirmed',
    { unconfirmed: { payments: 3 } },
    'calm',
    '3 sent payments are not confirmed in time',
    /Nothing is ready/,
  ],
  ['what failed', { wrong: FAILED }, 'red', '1 payment failed', /Nothing is ready to leave\.$/],
  [
    'what failed before what is ready',
    { wrong: FAILED, ...READY },
    'red',
    '1 payment failed',
    /2 payments, 3400.00 USD, leave today/,
  ],
  [
    'what came back',
    { wrong: [lost('RETURNED', TODAY, 2)] },
    'red',
    '2 payments came back',
    /ready/,
  ],
  [
    'what nobody knows of',
    { wrong: [lost('UNKNOWN', TODAY)] },
    'red',
    'Nobody knows whether 1 payment arrived',
    /ready/,
  ],
  [
    'several at once',
    { wrong: [lost('UNKNOWN', TODAY), ...FAILED] },
    'red',
    '2 payments went wrong',
    /ready/,
  ],
  [
    'what is due today',
    { cycles: [due(TODAY, 0)], ...READY },
    'red',
    'Some pay of 1 cycle is due today and cannot leave',
    /leave today once confirmed\.$/,
  ],
  [
    'what is late',
    { cycles: [due('2026-12-02', 2)] },
    'red',
    'Pay of 1 company is 2 days late',
    /Nothing is ready to leave\.$/,
  ],
  [
    'what is ready and late',
    LATE_READY,
    'red',
    '2 payments wait for your confirmation, 1 late',
    /leave today/,
  ],
  [
    'all of them: what one press mends',
    { wrong: FAILED, cycles: [due(TODAY, 0)], ...LATE_READY },
    'red',
    '2 payments wait for your confirmation, 1 late',
    /Some pay of 1 cycle is due and cannot leave\. 1 payment needs a hand\.$/,
  ],
  [
    'what cannot leave before what failed, however long ago',
    { wrong: FAILED, cycles: [due(TODAY, 0)] },
    'red',
    'Some pay of 1 cycle is due today and cannot leave',
    /1 payment needs a hand\.$/,
  ],
])('says of %s', async (_what, given, colour, title, lead) => {
  serve()
  openPages('/dashboard', { '/dashboard': () => <OperatorHead waits={waitsOf(given)} /> })
  const head = await screen.findByRole('heading', { level: 1 })
  expect(head.textContent).toBe(title)
  expect(head.classList.contains('err')).toBe(colour === 'red')
  expect(document.querySelector('.lead')?.textContent).toMatch(lead)
  expect(screen.queryByText('Review and confirm') !== null).toBe((given.ready ?? 0) > 0)
})
