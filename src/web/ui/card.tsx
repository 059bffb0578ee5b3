import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import './card.css'

/** A bordered surface. With `title` it is a section named by its heading; `pad` gives 20 px around plain content. */
export function Card({
  title,
  note,
  level = 2,
  pad = false,
  clip = false,
  foot,
  className,
  children,
}: {
  title?: ReactNode
  note?: ReactNode
  level?: 2 | 3 | undefined
  pad?: boolean | undefined
  clip?: boolean | undefined
  foot?: ReactNode
  className?: string | undefined
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section
      className={cx('card', clip && 'clip', pad && title === undefined && 'pad', className)}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <CardHead id={id} level={level} note={note}>
          {title}
        </CardHead>
      )}
      {title !== undefined && pad ? <div className="body-pad">{children}</div> : children}
      {foot !== undefined && <div className="foot">{foot}</div>}
    </section>
  )
}

/** The head of a card: its title, and at the end a quiet note or a link. */
export function CardHead({
  id,
  level = 2,
  note,
  children,
}: {
  id?: string | undefined
  level?: 2 | 3 | undefined
  note?: ReactNode
  children: ReactNode
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="head">
      <Heading className="h3 grow" id={id}>
        {children}
      </Heading>
      {note !== undefined && <span className="note">{note}</span>}
    </div>
  )
}
