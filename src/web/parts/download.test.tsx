import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { SaveButton } from './download.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const LINES = (of: number) => new TextEncoder().encode('a,b\n'.repeat(of))

it('a long table says how much of it has come, and the file is whole', async () => {
  let send: (rows: number) => void = () => {}
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      send = rows => to.enqueue(LINES(rows))
      end = () => to.close()
    },
  })
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(body, {
        headers: {
          'content-type': 'text/csv',
          'x-rows': '4000',
          'content-disposition': 'attachment; filename="pay.csv"',
        },
      }),
  )
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => {},
    }),
  )
  render(
    <Words of={ALL_WORDS}>
      <SaveButton file="getSharedContractPdf" input={{} as never}>
        CSV
      </SaveButton>
    </Words>,
  )
  const button = screen.getByRole('button', { name: 'CSV' })
  await userEvent.click(button)
  expect(screen.queryByRole('progressbar')).toBeNull()
  send(1000)
  await waitFor(() => expect(screen.getByText('1,000 of 4,000 rows')).toBeTruthy())
  send(3500)
  end()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.size).toBe(4500 * 4)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByRole('button', { name: 'CSV' })).toBe(button)
})
