/** The sheet of hours: what is typed is there again whenever the page is opened anew, also out of a cell that was not left. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draftsBelongTo, forgetDrafts } from '#web/kernel/drafts.ts'
import { fakeServer, fakeTabs, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { CycleHours } from './cycle-hours.tsx'
import type { CycleView } from './pay-chips.tsx'

const item = (id: string, contractor_name: string) => ({
  ...{
    line_item_uuid: id,
    version: 3,
    contractor_name,
    role: 'Painter',
    status: 'PENDING_APPROVAL',
  },
  ...{ hours: 80, scheduled_hours: 80, allowed_actions: ['edit'] },
  amount: { currency: 'CAD', amount_in_smallest_unit: 520_000 },
})

const CYCLE = {
  ...{ policy_uuid: 'p', cycle_uuid: 'c', policy_label: 'Biweekly', next_cursor: null },
  items: [item('a', 'Ada'), item('b', 'Ben')],
  shows: { all: 2 },
} as unknown as CycleView

/** Opens the sheet as a browser does: nothing is known but what the device kept. */
function open() {
  const paging = { go: () => {}, cursor: undefined } as never
  openPages('/cycle', {
    '/cycle': () => <CycleHours cycle={CYCLE} paging={paging} loading={false} />,
  })
}

const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(`Hours of ${name}`)
const type = async (name: string, value: string) => {
  const field = await cell(name)
  field.focus()
  fireEvent.change(field, { target: { value } })
}
const looked: unknown[] = []

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', function observer(this: unknown) {
    return { observe: () => {}, disconnect: () => {} }
  })
  fakeTabs()
  draftsBelongTo('ana')
  looked.length = 0
  fakeServer(({ path, body }) => {
    if (path.includes('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: 0, exp: 900 }) } }
    looked.push(JSON.parse(body ?? '{}').rows)
    return {
      body: { rows: [], cells: null, counts: { MEND: 0, CHANGED: 0, SAME: 0 }, unmeant: 0 },
    }
  })
})
afterEach(() => {
  cleanup()
  forgetDrafts()
  vi.unstubAllGlobals()
})

it('has what was typed into a cell that was not left, on the sheet and for the pay as it was seen', async () => {
  open()
  await type('Ada', '7')
  await type('Ada', '70')
  open()
  expect((await cell('Ada')).value).toBe('70')
  await waitFor(() =>
    expect(looked).toContainEqual([{ line_item_uuid: 'a', version: 3, hours: '70' }]),
  )
  // What came back is kept as before, also by who opens it once more and types elsewhere.
  await type('Ben', '61')
  open()
  expect([(await cell('Ada')).value, (await cell('Ben')).value]).toEqual(['70', '61'])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect((await cell('Ben')).value).toBe('80.00')
  open()
  expect([(await cell('Ada')).value, (await cell('Ben')).value]).toEqual(['70', '80.00'])
})

it('has nothing of a cell that was taken back before it was left', async () => {
  open()
  await type('Ada', '70')
  fireEvent.keyDown(await cell('Ada'), { key: 'Escape' })
  open()
  expect((await cell('Ada')).value).toBe('80.00')
  await type('Ada', '70')
  await type('Ada', '80.00')
  open()
  expect((await cell('Ada')).value).toBe('80.00')
  expect(looked).toEqual([])
})
