import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ActionMenu } from '#web/ui/menu.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { DrawerContent, type DrawerProps } from './drawer-content.tsx'

/** The top bar of screens below 900 px: menu button, logo, and the avatar with its menu of Security and Log out. Opens the temporary drawer. */
export function MobileBar(props: DrawerProps) {
  const t = useTranslations('shell.account')
  const { user, onNavigate, onSecurity, onLogOut } = props
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
        <ActionMenu
          trigger={
            <button
              type="button"
              className="me-btn"
              aria-label={t('account', { email: user.email })}
            >
              <Avatar name={user.email.slice(0, 1)} seed={user.email} />
            </button>
          }
          entries={[
            ...(onSecurity
              ? [{ label: t('security'), icon: 'shield', onSelect: onSecurity } as const]
              : []),
            { label: t('logOut'), icon: 'logout', onSelect: onLogOut },
          ]}
        />
      </OverlayHost>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="scrim" />
          <Dialog.Popup className="drawer-pop" aria-label={frame('menu')}>
            <DrawerContent {...props} onNavigate={go} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  )
}
