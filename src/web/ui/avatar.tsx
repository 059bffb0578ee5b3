import { avatarColor } from '#domain/kernel/avatar.ts'
import { cx } from './cx.ts'
import { initials } from './initials.ts'
import './identity.css'

/** A disc in the tint of a name with its first letters in their own script; a square for a company. */
export function Avatar({
  name,
  size = 32,
  square = false,
}: {
  name: string
  size?: 20 | 24 | 32 | 40 | undefined
  square?: boolean | undefined
}) {
  return (
    <span
      className={cx('av', `av-${avatarColor(name)}`, square && 'sq', size !== 32 && `s${size}`)}
      aria-hidden="true"
    >
      <bdi>{initials(name)}</bdi>
    </span>
  )
}
