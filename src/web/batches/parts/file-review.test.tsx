import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { FileReview } from './file-review.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const QUOTES = 'A quotation mark is opened and not closed.'

it('a file that the server refuses is not said to be read still', async () => {
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) =>
    path.endsWith('/auth/token')
      ? { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
      : {
          status: 422,
          body: {
            code: 'VALIDATION',
            detail: QUOTES,
            fields: [{ loc: ['body', 'text'], msg: QUOTES }],
          },
        },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Words of={ALL_WORDS}>
        <FileReview
          file={{ file_name: 'bad.csv', text: 'email,amount\n"ana' }}
          from={{ label: 'Payments', href: '/employer/partner/payments' }}
          again={null}
          onClose={() => {}}
        />
      </Words>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reading the file')
  await screen.findByText(QUOTES)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The file was not read')
})
