type Invited = { readonly invitation_uuid: string; readonly employer_domain_name: string }

/** By what an invitation stands in an address: the domain of its employer, or its own id where the employer has none yet. */
export function invitationName({ invitation_uuid, employer_domain_name }: Invited): string {
  return employer_domain_name || invitation_uuid
}

/** The page of an invitation. */
export function invitationPath(of: Invited): string {
  return `/contractor/invitations/${encodeURIComponent(invitationName(of))}`
}
