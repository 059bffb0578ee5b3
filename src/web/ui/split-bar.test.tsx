import { act, cleanup, render, screen } from '@testing-library/react'
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

it('of several parts has a thumb for each but the last, which takes from those after it and gives to the next', async () => {
  show([5_000, 3_000, 2_000])
  const user = userEvent.setup()
  const thumbs = screen.getAllByRole('slider')
  expect(thumbs).toHaveLength(2)
  const moves: readonly (readonly [0 | 1, string, readonly number[]])[] = [
    [0, '{ArrowLeft}', [4_900, 3_100, 2_000]],
    [1, '{ArrowRight}', [4_900, 3_200, 1_900]],
    [1, '{End}', [4_900, 5_100, 0]],
    [1, '{ArrowRight}', [4_900, 5_100, 0]],
    [0, '{End}', [10_000, 0, 0]],
    // Both stand at the end: what the first gives the second has, and can give on.
    [0, '{PageDown}', [9_000, 1_000, 0]],
    [1, '{Home}', [9_000, 0, 1_000]],
    // The second has nothing, so that it is taken from the third.
    [0, '{ArrowUp}', [9_100, 0, 900]],
  ]
  for (const [at, key, expected] of moves) {
    act(() => thumbs[at]?.focus())
    await user.keyboard(key)
    expect([at, key, ...shares]).toEqual([at, key, ...expected])
  }
  expect(thumbs[1]?.getAttribute('aria-valuemax')).toBe('9')
})
