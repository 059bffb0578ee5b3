import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { SplitBar } from './split-bar.tsx'

let shares: readonly number[] = []

function Form({ begin }: { begin: readonly number[] }) {
  const [typed, setTyped] = useState(begin)
  shares = typed
  const parts = typed.map((share, at) => ({ id: String(at), label: `Part ${at + 1}`, share }))
  return <SplitBar label="Split" parts={parts} onChange={setTyped} />
}

function show(begin: readonly number[], dir: 'ltr' | 'rtl' = 'ltr'): void {
  render(
    <Words of={ALL_WORDS}>
      <div style={{ direction: dir }}>
        <Form begin={begin} />
      </div>
    </Words>,
  )
}

afterEach(cleanup)

it('is reached by Tab and moved by keys alone, says where it stands, and always makes the whole', async () => {
  show([7_000, 3_000])
  const user = userEvent.setup()
  await user.tab()
  const thumb = screen.getByRole('slider', { name: /Part 1/ })
  expect(document.activeElement).toBe(thumb)
  const moves: readonly (readonly [string, number, string])[] = [
    ['{ArrowLeft}', 6_900, '69%'],
    ['{ArrowRight}', 7_000, '70%'],
    ['{ArrowUp}', 7_100, '71%'],
    ['{ArrowDown}', 7_000, '70%'],
    ['{PageDown}', 6_000, '60%'],
    ['{PageUp}', 7_000, '70%'],
    ['{End}', 10_000, '100%'],
    ['{ArrowRight}', 10_000, '100%'],
    ['{Home}', 0, '0%'],
    ['{PageDown}', 0, '0%'],
    ['x', 0, '0%'],
  ]
  for (const [key, first, text] of moves) {
    await user.keyboard(key)
    expect([key, ...shares]).toEqual([key, first, 10_000 - first])
    expect(thumb.getAttribute('aria-valuetext')).toBe(text)
  }
})

it('goes to the other side where the page is read from the right', async () => {
  show([7_000, 3_000], 'rtl')
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowLeft}')
  expect(shares).toEqual([7_100, 2_900])
})

it('has a thumb for two parts alone: several are typed', () => {
  show([5_000, 3_000, 2_000])
  expect(screen.queryByRole('slider')).toBeNull()
})
