import { cx } from './cx.ts'
import { hashOf, initials } from './initials.ts'
import './identity.css'

/** A tinted disc with a person's first letters in their own script. `seed` keeps the tint when the name changes. */
export function Avatar({
  name,
  seed = name,
  size = 32,
  square = false,
}: {
  name: string
  seed?: string | undefined
  size?: 20 | 24 | 32 | 40 | undefined
  square?: boolean | undefined
}) {
  return (
    <span
      className={cx('av', `av-${hashOf(seed, 8)}`, square && 'sq', size !== 32 && `s${size}`)}
      aria-hidden="true"
    >
      <bdi>{initials(name)}</bdi>
    </span>
  )
}
