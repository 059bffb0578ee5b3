import { employerName, legalName } from '#domain/kernel/names.ts'
import type { ClientOutput } from '#web/kernel/types.ts'

type Employer = ClientOutput<'listOperationsEmployers'>['items'][number]

/** A company as operators list it: by the name that it goes by everywhere, and below it the name that it is registered under, and where. */
export function companyLines(employer: Employer): { name: string; second: string } {
  const { domain, contact } = employer
  const name = employerName(employer) || contact.email
  const legal = legalName(employer)
  return {
    name,
    second: [legal === name ? '' : legal, domain ?? contact.email].filter(Boolean).join(', '),
  }
}
