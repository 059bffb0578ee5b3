import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useAppConfig, useMe } from '#web/kernel/me.ts'
import { chooseMode, chosenMode, type ModeChoice } from '#web/theme/mode.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type AccountPage, accountPages, legalPages } from './menus.ts'
import type { DrawerProps } from './shell-user.ts'
import { useWaiting } from './use-waiting.ts'
import './account-menu.css'

const MODES: readonly ModeChoice[] = ['system', 'light', 'dark']

const ICONS: Readonly<Record<AccountPage['word'], IconName>> = {
  profile: 'user',
  documents: 'file',
  notifications: 'info',
  messages: 'mail',
  company: 'building',
  security: 'shield',
  terms: 'file',
  privacy: 'lock',
}

/** What opens from the name: the account's pages, light or dark on this device, help, and Log out. */
export function AccountMenu({
  anchor,
  user,
  onNavigate,
  onLogOut,
  onClose,
}: Pick<DrawerProps, 'user' | 'onNavigate' | 'onLogOut'> & {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const t = useTranslations('shell.accountMenu')
  const support = useAppConfig()?.support_email
  const { counts } = useWaiting(useMe())
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.querySelector('a')?.focus(), [])
  const close = () => {
    onClose()
    anchor.current?.focus()
  }
  const lineOf = ({ word, href }: AccountPage) => (
    <li key={word}>
      <Link
        href={href}
        className="op"
        onClick={() => {
          close()
          onNavigate?.(href)
        }}
      >
        <Icon name={ICONS[word]} />
        <span className="grow">{t(word)}</span>
        {counts?.[href] !== undefined && <span className="count">{counts[href]}</span>}
      </Link>
    </li>
  )
  return (
    <Dropdown
      label={t('title')}
      anchor={anchor}
      align="start"
      className="menu account-menu"
      onClose={close}
    >
      <div ref={top}>
        <div className="who">
          <div className="w6 cut">
            <bdi>{personName(user, user.email)}</bdi>
          </div>
          <div className="cap t3 cut">{user.email}</div>
        </div>
        <ul>{accountPages(user).map(lineOf)}</ul>
        <Appearance />
        <ul>
          {support && (
            <li>
              <a className="op" href={`mailto:${support}`}>
                <Icon name="mail" />
                <span className="grow">
                  {t('help')}
                  <span className="sub">{support}</span>
                </span>
              </a>
            </li>
          )}
          {legalPages(user).map(lineOf)}
        </ul>
        <div className="op-rule" />
        <button type="button" className="op" onClick={onLogOut}>
          <Icon name="logout" />
          {t('logOut')}
        </button>
      </div>
    </Dropdown>
  )
}

/** Light, dark or as the device has it; kept on this device and applied at once. */
function Appearance() {
  const t = useTranslations('shell.accountMenu')
  const [mode, setMode] = useState(chosenMode)
  return (
    <div className="appearance">
      <div className="cap t3">{t('appearance')}</div>
      <Segmented
        label={t('appearance')}
        segments={MODES.map(value => ({ value, label: t(value) }))}
        value={mode}
        onChange={value => {
          chooseMode(value)
          setMode(value)
        }}
      />
    </div>
  )
}
