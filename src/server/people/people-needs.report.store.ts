import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Somebody with whom the employer has to do something, and how many such people there are. */
type Waiting = {
  readonly of: number
  readonly contractor_sub: string
  readonly contract_uuid: string | null
  readonly contractor_name: string
  readonly role: string
}

type Ending = { readonly of: number; readonly name: string }

/** So many of each are named at home. */
const NAMED = 5

const NAME = sql`app.person_name(p.first_name, p.last_name, p.email)`

/** Who works with the employer and was offered no contract that was not discarded: the newest, and how many. */
export async function selectWithoutContract(tx: Tx, employer_uuid: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select w."of", w.contractor_sub, null contract_uuid, ${NAME} contractor_name, w.role from (
      select count(*) over ()::int "of", i.contractor_sub, i.role, i.datetime_invited from invitation i
        where i.employer_uuid = ${employer_uuid} and i.status = 'ACCEPTED' and i.removed_at is null
          and not exists (select from contract k where k.employer_uuid = i.employer_uuid and k.contractor_sub = i.contractor_sub
            and k.status <> 'DISCARDED')
        order by i.datetime_invited desc, i.contractor_sub limit ${NAMED}) w
      left join person_seen p on p.sub = w.contractor_sub
      order by w.datetime_invited desc, w.contractor_sub`.execute(tx)
  return rows
}

/** Who works with the employer and has a draft, and no contract that is offered or runs: the newest, and how many. */
export async function selectDraftAlone(tx: Tx, employer_uuid: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with draft as (
      select distinct on (k.contractor_sub) k.contractor_sub, k.contract_uuid, k.role, k.created_at from contract k
        where k.employer_uuid = ${employer_uuid} and k.status = 'DRAFT'
          and exists (select from invitation i where i.employer_uuid = k.employer_uuid and i.contractor_sub = k.contractor_sub
            and i.status = 'ACCEPTED' and i.removed_at is null)
          and not exists (select from contract other where other.employer_uuid = k.employer_uuid and other.contractor_sub = k.contractor_sub
            and other.status in ('ACTIVE', 'AWAITING_SIGNATURE'))
        order by k.contractor_sub, k.created_at desc, k.contract_uuid)
    select w."of", w.contractor_sub, w.contract_uuid, ${NAME} contractor_name, w.role from (
      select count(*) over ()::int "of", d.contractor_sub, d.contract_uuid, d.role, d.created_at from draft d order by d.created_at desc, d.contractor_sub limit ${NAMED}) w
      left join person_seen p on p.sub = w.contractor_sub
      order by w.created_at desc, w.contractor_sub`.execute(tx)
  return rows
}

/** Whose invitation waits and ends before an instant, or did: the first to end, and how many. */
export async function selectEndingInvitations(
  tx: Tx,
  employer_uuid: string,
  before: Date,
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select w."of", coalesce(nullif(app.person_name(p.first_name, p.last_name), ''), nullif(w.name, ''), w.email) "name" from (
      select count(*) over ()::int "of", i.name, i.email, i.contractor_sub, i.expires_at, i.invitation_uuid from invitation i
        where i.employer_uuid = ${employer_uuid} and i.status = 'INVITED' and i.removed_at is null and i.expires_at < ${before}
        order by i.expires_at, i.invitation_uuid limit ${NAMED}) w
      left join person_seen p on p.sub = w.contractor_sub
      order by w.expires_at, w.invitation_uuid`.execute(tx)
  return rows
}
