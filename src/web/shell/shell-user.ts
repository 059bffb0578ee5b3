import type { Me } from '#web/kernel/types.ts'

/** Who is signed in, as far as the shell shows it; field names as in the user profile. */
export interface ShellUser {
  readonly type: 'employer' | 'contractor' | 'operator'
  readonly is_partner: boolean
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  /** The calls that the server lets the person make: pages that need another are left out. */
  readonly allowed_calls: readonly string[]
  /** The organisation that the person acts for, shown above the menu. */
  readonly organisation?: string | undefined
}

/** Who is signed in, as the shell shows them. */
export function shellUserOf(me: Me, type: ShellUser['type']): ShellUser {
  const { is_partner, first_name, last_name, email, allowed_calls, organisation } = me
  return {
    ...{ type, is_partner, first_name, last_name, email, allowed_calls },
    organisation: organisation?.name || undefined,
  }
}

/** What the drawer and the mobile bar show and hear. `counts` are numbers at menu lines, keyed by their `href`. */
export interface DrawerProps {
  user: ShellUser
  path: string
  counts?: Readonly<Record<string, number>> | undefined
  /** Where they could not be loaded: asks for them again. */
  countAgain?: (() => void) | undefined
  onNavigate?: ((href: string) => void) | undefined
  onSearch: () => void
  onLogOut: () => void
}
