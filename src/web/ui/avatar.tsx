import { avatarColor } from '#domain/kernel/avatar.ts'
import { cx } from './cx.ts'
import { initials, withoutLegalForm } from './initials.ts'
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
  const of = square ? withoutLegalForm(name) : name
  return (
    <span
      className={cx('av', `av-${avatarColor(of)}`, square && 'sq', size !== 32 && `s${size}`)}
      aria-hidden="true"
    >
      <bdi>{initials(of)}</bdi>
    </span>
  )
}
