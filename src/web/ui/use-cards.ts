import { type RefObject, useLayoutEffect, useRef } from 'react'

/** With so much room a table stays a table, if need be a narrow one; a laptop beside the drawer has more. */
const DESK = 600

/**
 * For the box of a table: where its columns have no room as they are they come closer (`.snug`), and where they have none so either, each
 * row is drawn as a card (`.cards`), in which every cell says the head of its column. It is decided before the page is drawn, and again
 * when the room or the rows change.
 */
export function useCards(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = box.current
    const table = node?.querySelector('table')
    if (!node || !table) return
    const fits = () => node.scrollWidth <= node.clientWidth + 1
    const look = () => {
      node.classList.remove('cards', 'snug')
      if (fits()) return
      node.classList.add('snug')
      if (node.clientWidth >= DESK && fits()) return
      node.classList.replace('snug', 'cards')
      nameCells(table)
    }
    look()
    let width = node.clientWidth
    const room = new ResizeObserver(() => {
      if (node.clientWidth === width) return
      width = node.clientWidth
      look()
    })
    const rows = new MutationObserver(look)
    room.observe(node)
    rows.observe(table, { childList: true, subtree: true })
    return () => {
      room.disconnect()
      rows.disconnect()
    }
  }, [])
  return box
}

/** Drawn as blocks, a table would be none to a screen reader: it is told what everything is. */
function nameCells(table: HTMLTableElement): void {
  // A head that is said to screen readers alone, such as the one of a column of actions, is none of a card's.
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map(head =>
    head.querySelector(':scope > .sr') ? '' : head.innerText.trim(),
  )
  table.role = 'table'
  for (const part of [...table.tBodies, ...(table.tFoot ? [table.tFoot] : [])]) {
    part.role = 'rowgroup'
    // How many more rows a cell of one above reaches into, by column.
    const taken: number[] = []
    for (const row of part.rows) {
      row.role = 'row'
      let column = 0
      for (const cell of row.cells) {
        for (; (taken[column] ?? 0) > 0; column++) taken[column] = (taken[column] ?? 0) - 1
        if (cell.rowSpan > 1) taken[column] = cell.rowSpan - 1
        cell.role = 'cell'
        cell.dataset.label = (cell.colSpan === 1 && heads[column]) || ''
        column += cell.colSpan
      }
    }
  }
}
