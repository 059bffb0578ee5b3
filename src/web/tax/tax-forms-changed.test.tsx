/** Tax forms that read otherwise by the time they are signed are read anew, and what was typed stays. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { SignForms } from './parts/sign-forms.tsx'
import type { Preview } from './queries.ts'

const preview = (payer: string, sha256: string): Preview => ({
  forms: [
    {
      ...{ kind: 'W-8BEN', title: 'Certificate', payer, lines: [], statements: [] },
      ...{ signature: [], footer: '' },
    },
  ],
  sha256,
})
const ANSWERS = { kind: 'INDIVIDUAL', country_code: 'PL' } as const

function Reading() {
  const [read, setRead] = useState(preview('Harbor', 'one'))
  const [done, setDone] = useState(false)
  if (done) return <p>Signed</p>
  const nothing = () => {}
  return (
    <SignForms
      answers={ANSWERS}
      preview={read}
      legalName="Ana Nowak"
      onBack={nothing}
      onRead={setRead}
      onDone={() => setDone(true)}
    />
  )
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('what changed since it was read is read anew, and can be signed then', async () => {
  const sent: string[] = []
  fakeServer(({ method, path, body }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.endsWith('/preview')) return { body: preview('Harbor Ltd', 'two') }
    if (method === 'GET') return { body: {} }
    const { sha256 } = JSON.parse(body ?? '{}')
    sent.push(sha256)
    if (sha256 === 'two') return { body: [] }
    return { status: 409, body: { code: 'CONFLICT', detail: 'No longer what you read.' } }
  })
  openPages('/tax', { '/tax': Reading })
  const field = await screen.findByLabelText<HTMLInputElement>(/^Your full name|name/i)
  fireEvent.change(field, { target: { value: 'Ana Nowak' } })
  const sign = () => fireEvent.click(screen.getByRole('button', { name: /^Sign/ }))
  sign()
  expect(await screen.findByText('Harbor Ltd')).toBeTruthy()
  expect(screen.getByText('No longer what you read.')).toBeTruthy()
  expect(field.value).toBe('Ana Nowak')
  sign()
  await waitFor(() => expect(sent).toEqual(['one', 'two']))
  expect(await screen.findByText('Signed')).toBeTruthy()
})
