import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '#web/kernel/me.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import './identity.css'

/** A page that asks to look into the inbox: what was sent where, what can be done, and in the demo the way to the inbox. */
export function InboxState({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const t = useTranslations('identity.inbox')
  const config = useAppConfig()
  return (
    <div>
      <span className="inbox-mark">
        <Icon name="mail" size={20} />
      </span>
      <h1 className="h1 mt16">{title}</h1>
      <div className="body t2 mt8">{children}</div>
      {actions !== undefined && <div className="stack g12 mt24">{actions}</div>}
      {config?.demo && (
        <p className="meta t3 mt24">
          {t.rich('demo', {
            link: said => (
              <Link href="/dev/mail" className="u" target="_blank">
                {said}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}
