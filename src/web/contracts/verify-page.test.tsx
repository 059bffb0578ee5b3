import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { VerifyPage } from './verify-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Digests that are worked out when the test says so, in the order in which they were asked for. */
function heldDigests(): ((byte: number) => void)[] {
  const done: ((byte: number) => void)[] = []
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(
    () =>
      new Promise(resolve => {
        done.push(byte => resolve(new Uint8Array(32).fill(byte).buffer))
      }),
  )
  return done
}

const paper = (name: string) => new File([`%PDF-1.7 ${name}`], name, { type: 'application/pdf' })

it('says of the file that was chosen last alone whether it is known, whichever digest is worked out first', async () => {
  const digests = heldDigests()
  const server = fakeServer(() => ({ body: { contract: null } }))
  openPages('/verify', { '/verify': VerifyPage })
  const field = await screen.findByLabelText(/PDF of the contract/)
  fireEvent.change(field, { target: { files: [paper('large.pdf')] } })
  await waitFor(() => expect(digests).toHaveLength(1))
  fireEvent.change(field, { target: { files: [paper('small.pdf')] } })
  await waitFor(() => expect(digests).toHaveLength(2))
  digests[1]?.(2)
  expect(await screen.findByText('02'.repeat(32))).toBeTruthy()
  digests[0]?.(1)
  await new Promise(resolve => setTimeout(resolve, 0))
  expect(screen.getByText('small.pdf')).toBeTruthy()
  expect(screen.queryByText('01'.repeat(32))).toBeNull()
  expect(server.asked.map(({ body }) => body)).toEqual([
    JSON.stringify({ sha256: '02'.repeat(32) }),
  ])
})
