import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import './card.css'

/** The content of one screen, as wide as the design allows. The shell renders the `main` landmark around it. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="page">{children}</div>
}

/** One step of the way to a page; without `href` it is where the reader is. While its label is not known, it and what follows are not drawn: they would move. */
export interface Crumb {
  label: string | undefined
  href?: string | undefined
}

/** The top of a screen: an `h1` that is a sentence with one figure, one quiet line, and at most one filled action. */
export function PageHead({
  title,
  lead,
  actions,
  crumbs,
  wrong,
}: {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[] | undefined
  /** Whether the sentence says what is wrong: then it is red. */
  wrong?: boolean | undefined
}) {
  const t = useTranslations('ui.page')
  return (
    <header>
      {crumbs && (
        <nav aria-label={t('breadcrumb')}>
          <ol className="crumb">
            {known(crumbs).map((crumb, at) => (
              <li key={crumb.label}>
                {at > 0 && <Icon name="chevron-end" size={14} />}
                {crumb.href ? (
                  <Link href={crumb.href} title={crumb.label}>
                    {crumb.label}
                  </Link>
                ) : (
                  <span aria-current="page" title={crumb.label}>
                    {crumb.label}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="page-head">
        <div>
          <h1 className={cx('h1', wrong && 'err')}>{title}</h1>
          {lead !== undefined && <div className="lead">{lead}</div>}
        </div>
        {actions !== undefined && <div className="acts">{actions}</div>}
      </div>
    </header>
  )
}

function known(crumbs: readonly Crumb[]): readonly Crumb[] {
  const unknown = crumbs.findIndex(({ label }) => label === undefined)
  return unknown < 0 ? crumbs : crumbs.slice(0, unknown)
}

/** The title of a section between cards, with tools at its end. */
export function SectionHead({ title, tools }: { title: ReactNode; tools?: ReactNode }) {
  return (
    <div className="section-head">
      <h2 className="h3">{title}</h2>
      {tools}
    </div>
  )
}
