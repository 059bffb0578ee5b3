import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import './parts.css'

const SIGNS = { failed: 'warning', offline: 'offline', gone: 'search' } as const

/**
 * What a list shows when it is empty: a small drawing, what is missing, what to do about it. `plain` has no dashed border. What could not
 * be loaded, not without a network, or is not there, has a sign of its own instead, so that it is not taken for empty.
 */
export function EmptyState({
  title,
  children,
  actions,
  plain = false,
  sign,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  plain?: boolean | undefined
  sign?: keyof typeof SIGNS | undefined
}) {
  return (
    <div className={cx('empty', plain && 'plain', sign)}>
      {sign ? <Icon name={SIGNS[sign]} size={28} /> : <Drawing />}
      <p className="h4 mt12">{title}</p>
      {children !== undefined && <p className="meta t2 mt4">{children}</p>}
      {actions !== undefined && <div className="acts">{actions}</div>}
    </div>
  )
}

function Drawing() {
  return (
    <svg
      className="draw"
      width="112"
      height="72"
      viewBox="0 0 112 72"
      fill="none"
      aria-hidden="true"
    >
      <rect x="18" y="12" width="76" height="50" rx="8" fill="var(--tint)" stroke="var(--line-2)" />
      <circle cx="34" cy="29" r="6" fill="var(--tint-2)" />
      <rect x="46" y="25" width="34" height="4" rx="2" fill="var(--line-2)" />
      <rect x="46" y="33" width="22" height="4" rx="2" fill="var(--line)" />
      <path d="M18 46h76" stroke="var(--line-2)" />
      <circle cx="90" cy="58" r="11" fill="var(--primary)" />
      <path
        d="M90 53v10M85 58h10"
        stroke="var(--on-primary)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
