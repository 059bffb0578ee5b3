/** As what an account is begun: for a business, as a contractor, or for a partner, which is a business as well. */
export const SIGN_UP_ROLES = ['employer', 'contractor', 'partner'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

/** The role of this name; undefined for anything else. */
export function signUpRoleNamed(name: unknown): SignUpRole | undefined {
  return SIGN_UP_ROLES.find(role => role === name)
}
