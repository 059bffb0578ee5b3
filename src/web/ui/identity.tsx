import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { Link } from './link.tsx'
import './identity.css'

/** The identity cell: avatar, name, and a second line in meta. With `href` the name is a link. */
export function Identity({
  name,
  second,
  href,
  square,
}: {
  name: string
  second?: ReactNode
  href?: string | undefined
  square?: boolean | undefined
}) {
  return (
    <div className="id">
      <Avatar name={name} square={square} />
      <div>
        <div className="nm" title={name}>
          {href ? (
            <Link href={href} className="nm">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </div>
        {second !== undefined && <div className="em">{second}</div>}
      </div>
    </div>
  )
}
