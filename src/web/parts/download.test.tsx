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

/** A table that comes by and by; answers what sends rows, what ends it, and what was saved. */
function comingTable(headers: Record<string, string>) {
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
          'content-disposition': 'attachment; filename="pay.csv"',
          ...headers,
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
  return { send, end, saved }
}

it('a long table says how much of it has come, and the file is whole', async () => {
  const { send, end, saved } = comingTable({ 'x-rows': '4000' })
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

it('a long table of which nobody knows the end says how many rows have come', async () => {
  const { send, end, saved } = comingTable({})
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  send(2500)
  await waitFor(() => expect(screen.getByText('2,500 rows so far')).toBeTruthy())
  expect(screen.queryByRole('progressbar')).toBeNull()
  end()
  await waitFor(() => expect(saved).toHaveLength(1))
})
