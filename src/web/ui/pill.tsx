import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName, NetworkMark, type NetworkName } from './icon.tsx'
import './chip.css'

/** A bordered token such as `70% INR bank`: `strong` in front, then the words; `held` draws it dashed in amber with a clock. */
export function Pill({
  icon,
  network,
  strong,
  held = false,
  children,
}: {
  icon?: IconName | undefined
  network?: NetworkName | undefined
  strong?: ReactNode
  held?: boolean | undefined
  children?: ReactNode
}) {
  return (
    <span className={cx('pill', held && 'hold')}>
      {held ? (
        <Icon name="clock" size={14} />
      ) : network ? (
        <NetworkMark name={network} />
      ) : (
        icon && <Icon name={icon} size={14} />
      )}
      {strong !== undefined && <b>{strong}</b>}
      {children}
    </span>
  )
}

/** A small tag of 20 px for a code such as a currency or a network. */
export function Tag({
  network,
  children,
}: {
  network?: NetworkName | undefined
  children: ReactNode
}) {
  return (
    <span className="tag">
      {network && <NetworkMark name={network} size={12} />}
      {children}
    </span>
  )
}
