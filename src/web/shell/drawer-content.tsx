import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { AccountFace } from './account-face.tsx'
import { menuOf } from './menus.ts'
import { Navigation } from './navigation.tsx'
import type { DrawerProps } from './shell-user.ts'
import { useAccountMenu } from './use-account-menu.tsx'

function Account(props: DrawerProps) {
  const t = useTranslations('shell.account')
  const { user, onLogOut } = props
  const name = personName(user)
  const { button, menu } = useAccountMenu(props)
  return (
    <div className="me">
      <button type="button" className="me-link" title={t('open')} {...button}>
        <AccountFace user={user} counts={props.counts} />
        <span className="grow">
          <span className="w5 cut">
            <bdi>{name}</bdi>
          </span>
          <span className="cap t3 cut">{user.email}</span>
        </span>
      </button>
      <IconButton icon="logout" size="sm" label={t('logOut')} onClick={onLogOut} />
      {menu}
    </div>
  )
}

/** What stands in the drawer, permanent or temporary: logo, organisation, menu, account with Log out. */
export function DrawerContent(props: DrawerProps) {
  const t = useTranslations('shell.frame')
  const { user, path, counts, countAgain, onNavigate, onSearch } = props
  return (
    <div className="drawer-in">
      <Logo />
      {user.organisation && (
        <div className="switch">
          <Avatar name={user.organisation} size={24} square />
          <bdi className="cut">{user.organisation}</bdi>
        </div>
      )}
      <button
        type="button"
        className="find-any"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <Icon name="search" />
        {t('search')}
        <kbd>{t(/Mac|iP/.test(navigator.platform) ? 'commandK' : 'controlK')}</kbd>
      </button>
      <Navigation
        menu={menuOf(user)}
        path={path}
        counts={counts}
        onNavigate={href => onNavigate?.(href)}
      />
      {countAgain && (
        <div className="uncounted meta t2">
          <span role="status">{t('uncounted')}</span>
          <Button variant="text" size="sm" onClick={countAgain}>
            {t('countAgain')}
          </Button>
        </div>
      )}
      <div className="spacer" />
      <Account {...props} />
    </div>
  )
}
