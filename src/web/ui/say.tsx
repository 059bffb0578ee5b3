import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

import './parts.css'

/** What kind of thing is said: something unusual, a blocker, something done, or a quiet note. */
export type SayKind = 'unusual' | 'blocked' | 'done' | 'note'

const icons: Record<SayKind, IconName> = {
  unusual: 'warning',
  blocked: 'blocked',
  done: 'done',
  note: 'info',
}

/** Icon, one bold word, a sentence with who must act, and at the end the link or button that leads there. */
export function Say({
  kind,
  word,
  icon,
  to,
  children,
}: {
  kind: SayKind
  word?: ReactNode
  icon?: IconName | undefined
  /** A Link or a text Button. */
  to?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={cx('say', kind)}>
      <Icon name={icon ?? icons[kind]} size={16} />
      <span>
        {word && <span className="k0">{word} </span>}
        {children}
      </span>
      {to !== undefined && <span className="to">{to}</span>}
    </div>
  )
}

/** The one thing to do next: an icon, what and why in two lines, and its one button. */
export function NextStep({
  icon,
  title,
  tone = 'run',
  action,
  children,
}: {
  icon: ReactNode
  title: ReactNode
  tone?: 'run' | 'warn' | undefined
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className={cx('next', tone === 'warn' && 'warn')}>
      {icon}
      <div className="grow">
        <div className="w6">{title}</div>
        {children !== undefined && <div className="meta t2 mt2">{children}</div>}
      </div>
      {action}
    </section>
  )
}

/** The square of 36 px in which NextStep shows an icon. */
export function StepIcon({ name }: { name: IconName }) {
  return (
    <span className="nic">
      <Icon name={name} />
    </span>
  )
}
