import { suspensionText } from '#domain/identity/suspension.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { FieldCipher } from '../kernel/field-cipher.ts'
import type { findPerson } from './person.report.store.ts'

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** What somebody is told instead of being let in, because they or their company are suspended; false for who is not. */
export function suspensionOf(fields: FieldCipher, person: Person): Text | false {
  const { sub, employer_uuid, type } = person
  if (person.suspended_at) {
    const told = person.sealed_told && fields.open('person.sealed_told', sub, person.sealed_told)
    const whose = type === 'operator' ? 'operator' : 'account'
    return suspensionText({ whose, name: '', since: person.suspended_at, told, manages: true })
  }
  if (!person.employer_suspended_at || !employer_uuid) return false
  const { employer_told: sealed, member_role } = person
  return suspensionText({
    whose: 'company',
    name: person.employer_name,
    since: person.employer_suspended_at,
    told: sealed && fields.open('employer.sealed_told', employer_uuid, sealed),
    manages: member_role === 'owner' || member_role === 'admin',
  })
}
