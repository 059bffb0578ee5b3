import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { menuRole, menus } from './menus.ts'
import { Navigation } from './navigation.tsx'

/** Who is signed in, as far as the shell shows it; field names as in the user profile. */
export interface ShellUser {
  readonly type: 'employer' | 'contractor' | 'operator'
  readonly is_partner: boolean
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  /** The organisation that the person acts for, shown above the menu. */
  readonly organisation?: string | undefined
}

/** What the drawer shows and hears. `counts` are numbers at menu lines, keyed by their `href`. */
export interface DrawerProps {
  user: ShellUser
  path: string
  counts?: Readonly<Record<string, number>> | undefined
  onNavigate?: ((href: string) => void) | undefined
  onLogOut: () => void
}

function Account({ user, onLogOut }: { user: ShellUser; onLogOut: () => void }) {
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <div className="me">
      <Avatar name={name || user.email} seed={user.email} />
      <div className="grow">
        <div className="w5">
          <bdi>{name}</bdi>
        </div>
        <div className="cap t3 cut">{user.email}</div>
      </div>
      <IconButton icon="logout" size="sm" label="Log out" onClick={onLogOut} />
    </div>
  )
}

/** What stands in the drawer, permanent or temporary: logo, organisation, menu, account with Log out. */
export function DrawerContent({ user, path, counts, onNavigate, onLogOut }: DrawerProps) {
  return (
    <div className="drawer-in">
      <Logo />
      {user.organisation && (
        <div className="switch">
          <Avatar name={user.organisation.slice(0, 1)} seed={user.organisation} size={24} square />
          <bdi className="cut">{user.organisation}</bdi>
        </div>
      )}
      <Navigation
        menu={menus[menuRole(user)]}
        path={path}
        counts={counts}
        onNavigate={href => onNavigate?.(href)}
      />
      <div className="spacer" />
      <Account user={user} onLogOut={onLogOut} />
    </div>
  )
}
