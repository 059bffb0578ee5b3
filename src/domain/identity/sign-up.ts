/** As what an account is begun: for a business, as a contractor, or for a partner, which is a business as well. */
export const SIGN_UP_ROLES = ['employer', 'contractor', 'partner'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

/** What a person may be who signs up: operators are never made so. */
export const SIGN_UP_TYPES = ['employer', 'contractor'] as const
export type SignUpType = (typeof SIGN_UP_TYPES)[number]

/** The role of this name; undefined for anything else. */
export function signUpRoleNamed(name: unknown): SignUpRole | undefined {
  return SIGN_UP_ROLES.find(role => role === name)
}
