import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { AccountFace } from './account-face.tsx'
import { DrawerContent } from './drawer-content.tsx'
import type { DrawerProps } from './shell-user.ts'
import { useAccountMenu } from './use-account-menu.tsx'

/** The top bar of screens below 900 px: menu button, logo, the search, and the avatar with the menu of the account. Opens the temporary drawer. */
export function MobileBar(props: DrawerProps) {
  const t = useTranslations('shell.account')
  const { user, onNavigate, onSearch } = props
  const account = useAccountMenu(props)
  const frame = useTranslations('shell.frame')
  const [open, setOpen] = useState(false)
  const go = (href: string) => {
    setOpen(false)
    onNavigate?.(href)
  }
  return (
    <header className="topbar">
      <OverlayHost>
        <IconButton
          icon="menu"
          label={t('openMenu')}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        />
        <Logo size={20} />
        <span className="grow" />
        <IconButton icon="search" label={frame('search')} onClick={onSearch} />
        <button type="button" className="me-btn" {...account.button}>
          <span className="sr">{t('account', { email: user.email })}</span>
          <AccountFace user={user} counts={props.counts} />
        </button>
        {account.menu}
      </OverlayHost>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="scrim" />
          <Dialog.Popup className="drawer-pop" aria-label={frame('menu')}>
            <DrawerContent
              {...props}
              onNavigate={go}
              onSearch={() => {
                setOpen(false)
                onSearch()
              }}
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  )
}
