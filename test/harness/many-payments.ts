/**
 * Many due payments in seconds: people and contracts by set-based SQL, everything that money or the audit log knows of by the
 * use cases themselves, so that every invariant holds.
 */
import { addPolicy, approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from './admin.ts'
import { biweekly, fund, givenEmployer, type World } from './world.ts'

export type ManyPayments = {
  readonly employer: Person & { readonly employer_uuid: string }
  readonly id: { readonly policy_uuid: string; readonly cycle_uuid: string }
  readonly payment_uuids: readonly string[]
}

const CONTRACT_ENDS = '2026-03-15'

/**
 * Gives `count` contractors of one employer a due payment each, of different amounts, on March 20, 2026 at ten. Contracts end
 * with the period, so that no further cycle is filled.
 */
export async function givenManyPayments(
  world: World,
  operator: Person,
  count: number,
): Promise<ManyPayments> {
  const { employer, id } = await givenManyItems(world, operator, count)
  await fund(world, { operator, employer }, `${count * 10_000}.00`)
  await approveAll(world, employer, id)
  world.clock.set('2026-03-20T10:00:00Z')
  const { payment_uuids } = await call(world, operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  return { employer, id, payment_uuids }
}

/** Gives `count` contractors of one employer an item each that waits for approval, on March 17, 2026 at ten. */
export async function givenManyItems(
  world: World,
  operator: Person,
  count: number,
): Promise<Omit<ManyPayments, 'payment_uuids'>> {
  world.clock.set('2026-02-20T10:00:00Z')
  const employer = await givenEmployer(world, operator)
  const policy_uuid = await addPolicy(world, employer, 'Biweekly', biweekly('2026-03-15'))
  await insertContractors(world, employer, policy_uuid, count)
  world.clock.set('2026-03-02T10:00:00Z')
  await world.byTheClock()
  world.clock.set('2026-03-17T10:00:00Z')
  const { items } = await call(world, employer, 'listCycles', { query: { limit: 50, view: 'run' } })
  const cycle_uuid = items.find(item => item.cycle_uuid !== null)?.cycle_uuid ?? ''
  return { employer, id: { policy_uuid, cycle_uuid } }
}

async function insertContractors(
  world: World,
  employer: Person & { employer_uuid: string },
  policy_uuid: string,
  count: number,
): Promise<void> {
  const admin = await adminOf(world)
  const people = `(select n, 'sub-many-' || n sub, 'many' || n || '@corridor.test' email from generate_series(1, ${count}) n) p`
  const at = `'2026-02-20T10:00:00Z'::timestamptz`
  const owner = `'${employer.employer_uuid}'::uuid`
  const statements = [
    `insert into person (sub, type, email, first_name, last_name, country_code, created_at)
      select sub, 'contractor', email, 'Contractor', 'Number ' || n, 'NG', ${at} from ${people}`,
    `insert into contractor (sub, verification, documents_at, created_at) select sub, 'VERIFIED', ${at}, ${at} from ${people}`,
    `insert into invitation (invitation_uuid, employer_uuid, email, contractor_sub, inviter_sub, role, status, token_hash, datetime_invited, link_sent_at, expires_at, answered_at)
      select gen_random_uuid(), ${owner}, email, sub, '${employer.sub}', 'Engineer', 'ACCEPTED', sha256(sub::bytea), ${at}, ${at}, ${at}, ${at} from ${people}`,
    `insert into contract (contract_uuid, employer_uuid, contractor_sub, status, role, currency, hourly_rate_minor, scheduled_hours_hundredths,
        pay_policy_uuid, effective_date, contract_start_date, contract_end_date, created_at)
      select gen_random_uuid(), ${owner}, sub, 'ACTIVE', 'Engineer', 'USD', 3000 + n % 977, 8000, '${policy_uuid}', '2026-03-02', '2026-03-02', '${CONTRACT_ENDS}', ${at} from ${people}`,
  ]
  for (const statement of statements) await admin.rows(statement)
  await insertAccounts(world, admin, count)
  await admin.rows('analyze')
  await admin.close()
}

async function insertAccounts({ kernel }: World, admin: Admin, count: number): Promise<void> {
  const accounts = Array.from({ length: count }, (_, at) => {
    const n = at + 1
    const id = newUuid()
    const bank = {
      account_name: `Number ${n}`,
      account_number: `90${String(n).padStart(8, '0')}1`,
      currency: 'USD',
      swift_code: 'FBNINGLA',
    }
    const sealed = kernel.fields.seal('destination.bank', id, JSON.stringify(bank))
    return { id, sub: `sub-many-${n}`, sealed }
  })
  const column = (name: 'id' | 'sub' | 'sealed') => accounts.map(account => account[name])
  await admin.rows(
    `insert into destination (destination_uuid, contractor_sub, kind, network, currency, label, bank, percentage_bps, usable_from, changed_at, created_at)
      select id, sub, 'bank', 'fiat', 'USD', 'Account ' || substr(sub, 10), bank, 10000, '2026-02-20T10:00:00Z', '2026-02-20T10:00:00Z', '2026-02-20T10:00:00Z'
        from unnest($1::uuid[], $2::text[], $3::text[]) a(id, sub, bank)`,
    [column('id'), column('sub'), column('sealed')],
  )
}
