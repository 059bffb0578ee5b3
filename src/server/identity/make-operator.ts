import type { OperatorRole } from '#domain/identity/team.ts'
import { auditByCommand } from '../kernel/audit-by-command.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { insertPerson } from './person.store.ts'
import { insertTeammate } from './team.store.ts'

/** Makes an account an operator, by a command on the server or for the demo. False, and nothing done, for who is known already. */
export async function makeOperator(
  on: PrivateTx,
  operator: {
    readonly sub: string
    readonly email: string
    readonly role: OperatorRole
    readonly created_at: Date
    readonly first_name?: string
    readonly last_name?: string
  },
): Promise<boolean> {
  const { sub, email, role, created_at, first_name = email.split('@')[0] ?? email } = operator
  const made = await insertPerson(on, {
    sub,
    email,
    type: 'operator',
    first_name,
    last_name: operator.last_name ?? '',
    preferred_name: first_name,
    phone_number: '',
    country_code: null,
    subdivision_code: null,
    how_did_you_hear_about_us: null,
    is_partner: false,
    created_at,
  })
  const joined = made && (await insertTeammate(on.tx, null, { sub, role, created_at }))
  if (joined)
    await auditByCommand(on.tx, {
      at: created_at,
      action: 'create',
      entity: 'operator',
      entity_uuids: [sub],
      after: { role },
    })
  return joined
}
