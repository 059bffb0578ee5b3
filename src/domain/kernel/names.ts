/** What people and companies are called on every page and in every mail; statements ask `app.person_name` and `app.employer_name`. */

type PersonNames = { readonly first_name: string; readonly last_name: string }

/** First and last name, or what is given instead where neither is known. */
export function personName({ first_name, last_name }: PersonNames, otherwise = ''): string {
  return `${first_name} ${last_name}`.trim() || otherwise
}

type EmployerNames = {
  readonly business_name: string
  readonly corporation_name: string
  readonly domain: string | null
}

/** The name that a company goes by: that of its business, else that of the corporation, else its domain. */
export function employerName({ business_name, corporation_name, domain }: EmployerNames): string {
  return business_name || corporation_name || (domain ?? '')
}

/** The name that a company is registered under, or what it goes by where that is not known. */
export function legalName(names: EmployerNames): string {
  return names.corporation_name || employerName(names)
}
