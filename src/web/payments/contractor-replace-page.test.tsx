import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ContractorReplacePage } from './contractor-replace-page.tsx'

const CLOSED = '01a219f3-46a3-70da-ab01-1115e327a269'
const NEW = '01a219f3-46a3-70da-ab01-1115e327a270'

const destination = (destination_uuid: string, label: string, replaceable_by: string[]) => ({
  ...{ destination_uuid, label, replaceable_by, kind: 'bank', currency: 'CAD' },
  ...{ percentage: replaceable_by.length === 0 && destination_uuid === NEW ? 0 : 100 },
  status: 'ACTIVE',
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the account that was just added is chosen, also where the page stood before it was', async () => {
  let added = false
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.endsWith('/user/banking'))
      return {
        body: {
          destinations: added
            ? [
                destination(CLOSED, 'CAD account 0000', [NEW]),
                destination(NEW, 'CAD account 2345', []),
              ]
            : [destination(CLOSED, 'CAD account 0000', [])],
        },
      }
    if (path.endsWith('/user/me')) return { body: { sub: 'ana', allowed_calls: [] } }
    if (path.endsWith('/user/app-config')) return { body: { today: '2026-11-26' } }
    return { body: [] }
  })
  const path = '/contractor/payment-methods/replace/$destinationId'
  const client = createQueryClient()
  openPages(path.replace('$destinationId', CLOSED), { [path]: ContractorReplacePage }, client)
  await screen.findByRole('link', { name: 'Add another account in CAD' })
  added = true
  await act(() => client.invalidateQueries())
  const choice = await screen.findByRole('radio', { name: /2345/ })
  expect((choice as HTMLInputElement).checked).toBe(true)
})
