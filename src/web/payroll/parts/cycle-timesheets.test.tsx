/** What a press accepts is what is shown, and its button does not say that it is all. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { CycleTimesheets, useTimesheets } from './cycle-timesheets.tsx'
import type { CycleView } from './pay-chips.tsx'

const CYCLE = { policy_uuid: 'p', cycle_uuid: 'c', status: 'PENDING_APPROVAL' } as CycleView
const row = (n: number) => ({
  ...{ line_item_uuid: `i${n}`, contractor_name: `Ada ${n}`, role: 'Painter', hours: 80 },
  scheduled_hours: 80,
  timesheet: {
    ...{ timesheet_uuid: `t${n}`, version: 1, hours: 76, notes: '' },
    allowed_actions: ['accept'],
  },
})

function Sheets() {
  const answer = useTimesheets(CYCLE, { required: false, enabled: true })
  return <CycleTimesheets cycle={CYCLE} answer={answer} required={false} />
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  [2, 2, 'Accept all 2 timesheets'],
  [2, 412, 'Accept these 2 timesheets'],
  [260, 412, 'Accept these 200 timesheets'],
])('%i of %i that wait: %s', async (shown, waiting, button) => {
  const items = Array.from({ length: shown }, (_, n) => row(n))
  fakeServer(({ path }) =>
    path.endsWith('/token')
      ? { body: { token: tokenOf({ sub: 'ana', iat: 0, exp: 900 }) } }
      : { body: { items, next_cursor: null, waiting, open: waiting, required: false } },
  )
  openPages('/cycle', { '/cycle': Sheets })
  expect(await screen.findByRole('button', { name: button })).toBeTruthy()
})
