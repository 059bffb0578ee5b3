import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import './parts.css'

/** One term and its value; `ruled` draws a line above, `strong` is for a sum, `sub` for a remark. */
export interface DefinitionRow {
  readonly id: string
  readonly term: ReactNode
  readonly value?: ReactNode
  readonly strong?: boolean | undefined
  readonly ruled?: boolean | undefined
  readonly sub?: boolean | undefined
}

/** Terms at the start, values at the end, as in a bill; of `facts` that have a card to themselves the values stand beside the terms. */
export function DefinitionRows({
  rows,
  facts = false,
}: {
  rows: readonly DefinitionRow[]
  facts?: boolean
}) {
  return (
    <dl className={cx('dl', facts && 'facts')}>
      {rows.map(row => (
        <div
          key={row.id}
          className={cx(row.strong && 'strong', row.ruled && 'ruled', row.sub && 'sub')}
        >
          <dt>{row.term}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
