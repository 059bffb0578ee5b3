import {
  Children,
  type KeyboardEventHandler,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Tables of more rows than this are drawn in blocks, of which those near the window alone have their rows. */
const MOST_ROWS = 30
const ROWS_OF_BLOCK = 8
/** How far outside the window a block still has its rows. */
const NEAR = '300px 0px'

/** The bodies of a table. However many rows there are, those that are far from the window are one empty row of their height. */
export function TableBlocks({
  columns,
  rowHeight,
  onKeyDown,
  children,
}: {
  columns: number
  /** What a row that was not drawn yet is taken for, in pixels. */
  rowHeight: number
  onKeyDown: KeyboardEventHandler
  children: ReactNode
}) {
  const rows = Children.toArray(children)
  if (rows.length <= MOST_ROWS) return <tbody onKeyDown={onKeyDown}>{children}</tbody>
  const blocks = Math.ceil(rows.length / ROWS_OF_BLOCK)
  return Array.from({ length: blocks }, (_, at) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the table.
      key={at}
      columns={columns}
      rowHeight={rowHeight}
      first={at < 2}
      // The key for the last row leads to it.
      last={at === blocks - 1}
      onKeyDown={onKeyDown}
    >
      {rows.slice(at * ROWS_OF_BLOCK, (at + 1) * ROWS_OF_BLOCK)}
    </Block>
  ))
}

function Block({
  columns,
  rowHeight,
  first,
  last,
  onKeyDown,
  children,
}: {
  columns: number
  rowHeight: number
  first: boolean
  last: boolean
  onKeyDown: KeyboardEventHandler
  children: readonly ReactNode[]
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const height = useRef(children.length * rowHeight)
  const [near, setNear] = useState(first)
  useEffect(() => {
    const node = body.current
    if (!node || last) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting && isInUse(node)) return
        if (!entry.isIntersecting) height.current = entry.boundingClientRect.height
        setNear(entry.isIntersecting)
      },
      { rootMargin: NEAR },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [last])
  return (
    <tbody ref={body} onKeyDown={onKeyDown}>
      {near || last ? (
        children
      ) : (
        <tr>
          <td className="far" colSpan={columns} style={{ height: height.current, padding: 0 }} />
        </tr>
      )}
    </tbody>
  )
}

/** What somebody opened, or where the focus is, keeps its rows. */
function isInUse(body: HTMLElement): boolean {
  return (
    body.contains(document.activeElement) || body.querySelector('[aria-expanded=true]') !== null
  )
}
