import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { LOCALE } from '#web/words/words.tsx'
import { currentPage, type MenuEntry, type MenuPage, type RoleMenu } from './menus.ts'

interface Around {
  readonly current: string | undefined
  readonly counts: Readonly<Record<string, number>>
  readonly onNavigate: (href: string) => void
}

function PageLink({
  page,
  sub = false,
  around,
}: {
  page: MenuPage
  sub?: boolean
  around: Around
}) {
  const t = useTranslations('shell.menu')
  const on = page.href === around.current
  const count = around.counts[page.href]
  return (
    <Link
      href={page.href}
      className={cx(sub && 'sub', on && 'on')}
      aria-current={on ? 'page' : undefined}
      onClick={() => around.onNavigate(page.href)}
    >
      {page.icon && <Icon name={page.icon} />}
      {t(page.label)}
      <Count of={count} />
    </Link>
  )
}

/** How much waits there, said in words to who cannot see where it stands. */
function Count({ of }: { of: number | undefined }) {
  const t = useTranslations('shell.frame')
  if (!of) return null
  return (
    <span className="n">
      {of.toLocaleString(LOCALE)}
      <span className="sr"> {t('waiting')}</span>
    </span>
  )
}

function Pages({ of, around }: { of: readonly MenuPage[]; around: Around }) {
  return (
    <ul>
      {of.map(page => (
        <li key={page.href}>
          <PageLink page={{ ...page, icon: undefined }} sub around={around} />
        </li>
      ))}
    </ul>
  )
}

function Group({
  entry,
  pages,
  around,
}: {
  entry: MenuEntry
  pages: readonly MenuPage[]
  around: Around
}) {
  const t = useTranslations('shell.menu')
  const inside = pages.some(page => page.href === around.current)
  const [opened, setOpened] = useState<boolean>()
  const open = opened ?? inside
  const waiting = pages.reduce((sum, { href }) => sum + (around.counts[href] ?? 0), 0)
  return (
    <>
      <button type="button" className="group" aria-expanded={open} onClick={() => setOpened(!open)}>
        {entry.icon && <Icon name={entry.icon} />}
        {t(entry.label)}
        {!open && <Count of={waiting} />}
        <Icon name={open ? 'chevron-up' : 'chevron-down'} />
      </button>
      {open && <Pages of={pages} around={around} />}
    </>
  )
}

function Entry({ entry, around }: { entry: MenuEntry; around: Around }) {
  const { href, pages } = entry
  if (href === undefined) return pages && <Group entry={entry} pages={pages} around={around} />
  return (
    <>
      <PageLink page={{ ...entry, href }} around={around} />
      {pages && <Pages of={pages} around={around} />}
    </>
  )
}

/** The pages of one role's menu, the current one marked, with counts at the end of the lines. */
export function Navigation({
  menu,
  path,
  counts = {},
  onNavigate,
}: {
  menu: RoleMenu
  path: string
  counts?: Readonly<Record<string, number>> | undefined
  onNavigate: (href: string) => void
}) {
  const t = useTranslations('shell.menu')
  const frame = useTranslations('shell.frame')
  const around: Around = { current: currentPage(menu, path), counts, onNavigate }
  return (
    <>
      <nav className="nav" aria-label={frame('pages')}>
        <ul>
          {menu.entries.map(entry => (
            <li key={entry.label}>
              <Entry entry={entry} around={around} />
            </li>
          ))}
        </ul>
      </nav>
      {menu.action && (
        <LinkButton
          className="move"
          full
          icon={menu.action.icon}
          href={menu.action.href}
          onClick={() => around.onNavigate(menu.action?.href ?? '')}
        >
          {t(menu.action.label)}
        </LinkButton>
      )}
    </>
  )
}
