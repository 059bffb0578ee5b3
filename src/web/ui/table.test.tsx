import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { Row, TableCard, Th } from './table.tsx'

type Told = (entries: readonly Partial<IntersectionObserverEntry>[]) => void
const watched = new Map<Element, Told>()

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', function IntersectionObserver(told: Told) {
    const mine = new Set<Element>()
    return {
      observe: (node: Element) => {
        mine.add(node)
        watched.set(node, told)
      },
      disconnect: () => {
        for (const node of mine) watched.delete(node)
      },
    }
  })
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => {}, disconnect: () => {} }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function draw(rows: number) {
  render(
    <Words of={ALL_WORDS}>
      <TableCard label="People" columns={1} head={<Th>Name</Th>}>
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
          <Row key={at} onOpen={() => {}}>
            <td>Person {at}</td>
          </Row>
        ))}
      </TableCard>
    </Words>,
  )
}

function scroll(to: number, isIntersecting: boolean) {
  const body = screen.getByRole('table').querySelectorAll('tbody')[to]
  const told = body && watched.get(body)
  act(() => told?.([{ isIntersecting, boundingClientRect: { height: 480 } as DOMRectReadOnly }]))
}

describe('a table', () => {
  it('of few rows has them all', () => {
    draw(30)
    expect(screen.getAllByRole('cell')).toHaveLength(30)
    expect(watched.size).toBe(0)
  })

  it('of a thousand rows has those at its ends alone, and others while they are near', () => {
    draw(1000)
    expect(screen.getAllByText(/^Person/)).toHaveLength(24)
    expect(screen.getByText('Person 999')).toBeDefined()
    expect(screen.queryByText('Person 404')).toBeNull()
    scroll(50, true)
    expect(screen.getByText('Person 404')).toBeDefined()
    scroll(50, false)
    expect(screen.queryByText('Person 404')).toBeNull()
  })

  it('keeps the row that has the focus, and takes no height away with one that it lets go', () => {
    draw(1000)
    scroll(50, true)
    act(() => screen.getByText('Person 404').closest('tr')?.focus())
    scroll(50, false)
    expect(screen.getByText('Person 404')).toBeDefined()
    act(() => (document.activeElement as HTMLElement).blur())
    scroll(50, false)
    const [gone] =
      screen.getByRole('table').querySelectorAll('tbody')[50]?.querySelectorAll('td') ?? []
    expect(gone?.style.height).toBe('480px')
  })
})
