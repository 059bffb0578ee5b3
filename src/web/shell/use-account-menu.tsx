import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import type { DrawerProps } from './shell-user.ts'

// Seldom does anybody open it.
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(part => ({ default: part.AccountMenu })),
)

/** The menu under a name: what its button needs, and the menu while it is open. */
export function useAccountMenu(props: Pick<DrawerProps, 'user' | 'onNavigate' | 'onLogOut'>): {
  button: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-expanded': boolean
    'aria-haspopup': 'dialog'
    onClick: () => void
  }
  menu: ReactNode
} {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return {
    button: {
      ref: anchor,
      'aria-expanded': open,
      'aria-haspopup': 'dialog',
      onClick: () => setOpen(!open),
    },
    menu: open && (
      <Suspense>
        <AccountMenu {...props} anchor={anchor} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
