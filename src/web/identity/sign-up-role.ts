/** The role of a sign-up: asked for in the address, remembered on this device, an employer's otherwise (specification 2). */
export type SignUpRole = 'employer' | 'contractor'

const KEY = 'corridor.sign-up-role'

function roleNamed(name: string | null): SignUpRole | undefined {
  if (name === 'contractor') return 'contractor'
  return name === 'employer' || name === 'business' ? 'employer' : undefined
}

/** The role that the sign-up starts with. */
export function startingRole(asked: string): SignUpRole {
  return roleNamed(asked) ?? roleNamed(stored()) ?? 'employer'
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Keeps the choice for the next visit; storage that is forbidden keeps nothing. */
export function rememberRole(role: SignUpRole): void {
  try {
    localStorage.setItem(KEY, role)
  } catch {
    // The choice is then asked again.
  }
}
