import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { TeamInvitations } from './team-invitations.tsx'

const INVITATION: Parameters<typeof TeamInvitations>[0]['invitations'][number] = {
  ...{ invitation_uuid: 'i', email: 'bo@harbor.test', inviter_name: 'Ana' },
  role: 'approver',
  ...{ expires_at: '2026-12-24T10:00:00Z', expired: false, waits: null },
  allowed_actions: ['resend', 'withdraw'],
}

/** Withdrawing is on its way for good, as on a slow network. */
function Team() {
  const [busy, setBusy] = useState(false)
  return (
    <TeamInvitations
      invitations={[INVITATION]}
      busy={busy}
      onResend={() => {}}
      onWithdraw={() => setBusy(true)}
    />
  )
}

beforeEach(() => {
  const now = Math.floor(Date.now() / 1000)
  const token = tokenOf({ sub: 'ana', iat: now, exp: now + 3600 })
  fakeServer(({ path }) => ({
    body: path.endsWith('/auth/token') ? { token } : { today: '2026-11-30', allowed_calls: [] },
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the button that asked has the focus again while its invitation is withdrawn', async () => {
  openPages('/team', { '/team': Team })
  const name = 'Withdraw the invitation to bo@harbor.test'
  await userEvent.click(await screen.findByRole('button', { name }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(document.activeElement).toBe(button))
})
