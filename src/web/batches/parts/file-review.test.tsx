import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { createQueryClient, query } from '#web/kernel/queries.ts'
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

it('says that what is there now could not be loaded, and asks for it again', async () => {
  const now = Math.floor(Date.now() / 1000)
  let fails = true
  const balance = { currency: 'EUR', available: 200_00 }
  fakeServer(({ path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.endsWith('/balances'))
      return fails ? { status: 500, body: {} } : { body: { balances: [balance] } }
    const people = { joined: 1, invited: 0, strangers: 0, declined: 0 }
    const totals = [{ currency: 'EUR', amount_in_smallest_unit: 100_00 }]
    const rows = { good: 1, wrong: 0, twice: 0, without: 0, wrong_rows: [], twice_rows: [] }
    return { body: { ...rows, already: null, paying: null, people, totals } }
  })
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => {}, disconnect: () => {} }
  })
  const Review = () => (
    <FileReview
      file={{ file_name: 'good.csv', text: 'email,amount\nana,100' }}
      from={{ label: 'Payments', href: '/employer/partner/payments' }}
      again={null}
      onClose={() => {}}
    />
  )
  const client = createQueryClient()
  client.setQueryData(query('getAppConfig', {}).queryKey, { today: '2026-11-25' } as never)
  openPages('/file', { '/file': Review }, client)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('What is there now could not be loaded')).toBeTruthy()
  fails = false
  fireEvent.click(again)
  expect(await screen.findByText('Covered')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
