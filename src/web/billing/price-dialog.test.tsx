/** What the dialog of prices says of what was refused: of a field at the field, of the whole above. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { forgetToken } from '#web/kernel/session.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { PriceDialog, type Priced } from './parts/price-dialog.tsx'

const ROW: Priced = {
  ...{ employer_uuid: '5b2f7d4e-6d0a-4f34-9a34-0d6f2a7a16a3', company_name: 'Latarnia' },
  ...{ domain: 'latarnia.test' },
  ...{ prices: null, version: 'one' },
}

beforeEach(() => forgetToken())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function saved(status: number, body: Readonly<Record<string, unknown>>): Promise<void> {
  fakeServer(({ method, path }) => {
    if (path.endsWith('/token')) return { body: { token: tokenOf({ sub: 'ana' }) } }
    return method === 'PUT' ? { status, body } : { body: [{ code: 'USD', name: 'US dollar' }] }
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Words of={ALL_WORDS}>
        <PriceDialog row={ROW} onClose={() => {}} />
      </Words>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Set prices' }))
}

it('says why nothing was saved, where that is of no field', async () => {
  await saved(500, { code: 'DEFECT', detail: 'Something failed here.' })
  expect((await screen.findByRole('alert')).textContent).toBe('Something failed here.')
})

it('says of a price at its field why it is none', async () => {
  const loc = ['body', 'per_payment', 'solana']
  await saved(422, { code: 'VALIDATION', detail: [{ loc, msg: 'At most 100.' }] })
  await screen.findByText('At most 100.')
})
