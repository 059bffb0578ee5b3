import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import './parts.css'

/** One part of a whole. `share` is in basis points: 10000 is all of it. */
export interface SplitPart {
  readonly id: string
  readonly label: string
  readonly share: number
  /** Whether it did not arrive: it is missing, as hatching says everywhere. */
  readonly lost?: boolean
}

const whole = 10_000

/** Basis points as a percentage without needless decimals, such as `70%` or `33.33%`. */
export function percentText(share: number): string {
  const rest = share % 100
  const whole = Math.trunc(share / 100)
  if (rest === 0) return `${whole}%`
  return `${whole}.${String(rest).padStart(2, '0').replace(/0$/u, '')}%`
}

function moved(key: string, share: number, most: number, rtl: boolean): number | undefined {
  const side = rtl ? -1 : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 100 * side,
    ArrowLeft: -100 * side,
    ArrowUp: 100,
    ArrowDown: -100,
    PageUp: 1000,
    PageDown: -1000,
    Home: -whole,
    End: whole,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.min(most, Math.max(0, share + step))
}

const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)

/** The shares once one of them is another: the next one gets what it gives, and what it takes comes from those after it, the next one first. */
function shifted(shares: readonly number[], index: number, share: number): number[] {
  let taken = share - (shares[index] ?? 0)
  return shares.map((old, at) => {
    if (at === index) return share
    if (at < index || taken === 0) return old
    const left = Math.max(0, old - taken)
    taken -= old - left
    return left
  })
}

interface ThumbProps {
  label: string
  /** Where the part begins that it ends, how much that is, and how much it may be; of the whole. */
  begins: number
  share: number
  most: number
  /** Of several in one place the first lies above: it can be moved, whatever the others are. */
  above: number
  onChange: (share: number) => void
}

function Thumb({ label, begins, share, most, above, onChange }: ThumbProps) {
  const thumb = useRef<HTMLSpanElement>(null)
  const isRtl = () => thumb.current !== null && getComputedStyle(thumb.current).direction === 'rtl'
  const drag = (event: PointerEvent) => {
    const track = thumb.current?.parentElement?.getBoundingClientRect()
    if (!track || !thumb.current?.hasPointerCapture(event.pointerId)) return
    const ratio = (event.clientX - track.left) / track.width
    const ends = Math.round((isRtl() ? 1 - ratio : ratio) * 100) * 100
    onChange(Math.min(most, Math.max(0, ends - begins)))
  }
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, share, most, isRtl())
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <span
      ref={thumb}
      className="thumb"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most / 100}
      aria-valuenow={share / 100}
      aria-valuetext={percentText(share)}
      style={{ insetInlineStart: `${(begins + share) / 100}%`, zIndex: above }}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  )
}

/**
 * How a whole is split, as a bar. With `onChange` each part but the last ends in a thumb: dragging moves by one percent, arrows
 * by one, Page keys by ten; the parts always add up to 100.00 %. `slim` is 12 px high and without words.
 */
export function SplitBar({
  label,
  parts,
  slim = false,
  onChange,
}: {
  label: string
  parts: readonly SplitPart[]
  slim?: boolean | undefined
  onChange?: ((shares: readonly number[]) => void) | undefined
}) {
  const t = useTranslations('ui.split')
  const shares = parts.map(({ share }) => share)
  const drawn = parts.filter(part => part.share > 0)
  return (
    <div className={cx('split', slim && 'slim')}>
      <div
        className="trk"
        {...(onChange
          ? {}
          : {
              role: 'img',
              'aria-label': t('parts', {
                label,
                parts: parts
                  .map(({ share, label: name }) => t('part', { share: percentText(share), name }))
                  .join(', '),
              }),
            })}
      >
        {drawn.map((part, at) => (
          <span
            key={part.id}
            className={cx(
              'part',
              part.lost ? 'hatch' : `sp-${parts.indexOf(part) % 4}`,
              at > 0 && at === drawn.length - 1 && 'end',
            )}
            style={{ flex: part.share }}
            aria-hidden="true"
          >
            {!slim && part.share >= 1000 && <b>{percentText(part.share)}</b>}
          </span>
        ))}
        {onChange &&
          parts
            .slice(0, -1)
            .map((part, at) => (
              <Thumb
                key={part.id}
                label={t('thumb', { name: part.label })}
                begins={sum(shares.slice(0, at))}
                share={part.share}
                most={sum(shares.slice(at))}
                above={parts.length - at}
                onChange={share => onChange(shifted(shares, at, share))}
              />
            ))}
      </div>
    </div>
  )
}

/** One row of the legend under a split bar. */
export interface LegendRow {
  readonly id: string
  readonly title: ReactNode
  readonly sub?: ReactNode
  readonly value?: ReactNode
  readonly when?: ReactNode
  readonly lost?: boolean
}

/** The legend of a split bar as rows, in the order of its parts. */
export function SplitLegend({ rows }: { rows: readonly LegendRow[] }) {
  return (
    <ul className="legend">
      {rows.map((row, at) => (
        <li key={row.id}>
          <span className={cx('key', row.lost ? 'hatch' : `sp-${at % 4}`)} />
          <div className="grow">
            <div className="w6">{row.title}</div>
            {row.sub !== undefined && <div className="meta t3 mt2">{row.sub}</div>}
          </div>
          <div className="r">
            <div className="w6">{row.value}</div>
            {row.when !== undefined && <div className="meta t2 mt2">{row.when}</div>}
          </div>
        </li>
      ))}
    </ul>
  )
}
