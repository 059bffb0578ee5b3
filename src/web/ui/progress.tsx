import { cx } from './cx.ts'
import './parts.css'

function share(value: number, max: number): number {
  return max <= 0 ? 0 : Math.min(100, Math.max(0, (value / max) * 100))
}

/** Progress of real counts; `label` names it, and the text beside it is the caller's. */
export function ProgressBar({
  label,
  value,
  max,
  thickness = 'md',
}: {
  label: string
  value: number
  max: number
  thickness?: 'thin' | 'md' | 'thick' | undefined
}) {
  return (
    <div
      className={cx('bar', thickness !== 'md' && thickness)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <span style={{ width: `${share(value, max)}%`, background: 'var(--primary)' }} />
    </div>
  )
}

/** Need against what there is: what is covered is solid, what is missing is hatched in amber (`red`: people who wait). Shares only, no money. */
export function CoverageBar({
  label,
  covered,
  missing = 0,
  red = false,
}: {
  label: string
  /** Percent of the bar that is covered. */
  covered: number
  /** Percent of the bar that is missing. */
  missing?: number | undefined
  red?: boolean | undefined
}) {
  return (
    <div className="bar" role="img" aria-label={label}>
      <span style={{ width: `${share(covered, 100)}%`, background: 'var(--s2)' }} />
      {missing > 0 && (
        <span className={cx('hatch', red && 'red')} style={{ width: `${share(missing, 100)}%` }} />
      )}
    </div>
  )
}

const radius = 16.5
const round = 2 * Math.PI * radius

/** A wait as a ring of 40 px; `tone` warn is for what is held, run for what is under way. */
export function Ring({
  label,
  value,
  max,
  tone = 'warn',
}: {
  label: string
  value: number
  max: number
  tone?: 'warn' | 'run' | undefined
}) {
  const done = (share(value, max) / 100) * round
  return (
    <svg className="ring" width="40" height="40" viewBox="0 0 40 40" role="img" aria-label={label}>
      <circle
        cx="20"
        cy="20"
        r={radius}
        stroke={tone === 'warn' ? 'var(--warn-line)' : 'var(--tint-2)'}
      />
      <circle
        cx="20"
        cy="20"
        r={radius}
        stroke={tone === 'warn' ? 'var(--warn-dot)' : 'var(--primary)'}
        strokeLinecap="round"
        strokeDasharray={`${done} ${round}`}
        transform="rotate(-90 20 20)"
      />
    </svg>
  )
}
