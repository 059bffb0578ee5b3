/** What a second operator's answer changes is asked for anew: each list that shows it beside. */
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import type { ApiName } from '#web/kernel/types.ts'
import type { ApprovalStep } from '../queries.ts'
import { StepDialog } from './step-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const STEP: ApprovalStep = {
  ...{ step_uuid: '01a219f3-46a3-70da-ab01-1115e327a269', kind: 'mend_payments', title: 'Left' },
  ...{ apart: false, status: 'WAITING', digest: 'a'.repeat(64), totals: [], lines: 1 },
  ...{ asked_by: { name: 'Noor Haddad', is_me: false }, asked_at: '2026-11-25T08:00:00.000Z' },
  ...{ expires_at: '2026-11-26T08:00:00.000Z', asker_may: true, answered: null, outcome: null },
  allowed_actions: ['approve', 'reject'],
}

it.each<[ApprovalStep['kind'], ApiName]>([
  ['mend_payments', 'listWork'],
  ['mend_payments', 'countWrong'],
  ['mend_payments', 'listPaymentHistory'],
  ['reverse_funding', 'listTransfers'],
  ['reverse_funding', 'getTrialBalance'],
  ['explain_wallet', 'listTreasuries'],
])('an answer about %s asks %s again', async (kind, name) => {
  const asked = vi.fn(() => Promise.resolve(''))
  function Beside() {
    useQuery({ queryKey: [name, {}], queryFn: asked })
    return <StepDialog step={{ ...STEP, kind }} onClose={() => {}} />
  }
  fakeServer(({ path, method }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (method === 'GET') return { body: { items: [], next_cursor: null, changed: false } }
    return { body: { outcome: null } }
  })
  openPages('/steps', { '/steps': Beside })
  await userEvent.click(await screen.findByRole('button', { name: /^(Confirm|Accept|Reverse)/ }))
  await expect.poll(() => asked.mock.calls.length).toBe(2)
})
