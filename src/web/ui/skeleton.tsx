import { cx } from './cx.ts'
import './parts.css'

/** A grey stand-in of the size that the content will have, so that nothing jumps. Decorative. */
export function Skeleton({
  width = '100%',
  height = 12,
  round = false,
}: {
  width?: number | string | undefined
  height?: number | undefined
  round?: boolean | undefined
}) {
  return (
    <span className={cx('sk', round && 'round')} style={{ width, height }} aria-hidden="true" />
  )
}

/** A stand-in of a card of the given height, in pixels: a title and as many lines as fit. Decorative. */
export function CardSkeleton({ height }: { height: number }) {
  const lines = Math.max(1, Math.floor((height - 76) / 60))
  return (
    <div className="card pad sk-card" style={{ height }} aria-hidden="true">
      <Skeleton width={160} height={16} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity.
        <Skeleton key={line} width={`${94 - ((line * 23) % 40)}%`} />
      ))}
    </div>
  )
}

/** Rows for a table that is loading, each 60 px high: the first cell is an identity, the others are bars. */
export function SkeletonRows({
  columns,
  rows = 5,
}: {
  columns: number
  rows?: number | undefined
}) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity.
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in these rows can be focused.
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity.
        <td key={column}>
          {column === 0 ? (
            <div className="row g12">
              <Skeleton width={32} height={32} round />
              <div className="stack g8">
                <Skeleton width={112 - ((row * 23) % 40)} height={11} />
                <Skeleton width={146 - ((row * 31) % 50)} height={9} />
              </div>
            </div>
          ) : (
            <Skeleton width={72} />
          )}
        </td>
      ))}
    </tr>
  ))
}
