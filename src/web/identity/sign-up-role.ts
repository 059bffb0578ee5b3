/** What a sign-up remembers on this device: the role, and whose account was begun as a partner's (specification 2). */
import type { SignUpType } from '#domain/identity/sign-up.ts'

const ROLE = 'corridor.sign-up-role'
const PARTNER = 'corridor.partner-sign-up'
const CHOSEN = 'corridor.sign-up-choice'

function roleNamed(name: string | null): SignUpType | undefined {
  if (name === 'contractor') return 'contractor'
  return name === 'employer' || name === 'business' ? 'employer' : undefined
}

/** The role that the sign-up starts with: asked for in the address, remembered, an employer's otherwise. */
export function startingRole(asked: string): SignUpType {
  return roleNamed(asked) ?? roleNamed(stored(ROLE)) ?? 'employer'
}

/** Keeps the choice for the next visit. */
export function rememberRole(role: SignUpType): void {
  store(ROLE, role)
}

/** Keeps what the person of an account chose at the details, whatever it was begun as. */
export function chooseRole(email: string, role: SignUpType): void {
  store(CHOSEN, `${role} ${email.toLowerCase()}`)
}

/** What the person of an account chose at the details on this device. */
export function chosenRole(email: string): SignUpType | undefined {
  const [role = '', of] = stored(CHOSEN)?.split(' ') ?? []
  return of === email.toLowerCase() ? roleNamed(role) : undefined
}

/** Keeps that the account of this address is a partner's, who may leave before the details and come back by another page. */
export function rememberPartner(email: string): void {
  store(PARTNER, email.trim().toLowerCase())
}

/** Whether the account of this address was begun as a partner's. */
export function beganAsPartner(email: string): boolean {
  return stored(PARTNER) === email.toLowerCase()
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage that is forbidden keeps nothing: then it is asked again. */
function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
