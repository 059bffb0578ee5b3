/** Who is looked for: people and companies of ours, as other contexts keep them. */
import { sql } from 'kysely'
import { personName } from '#domain/kernel/names.ts'
import type { Subject, SubjectKind } from '#domain/screening/score.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { establishedIn, selectBirthDates, selectDetails } from '../people/index.ts'
import { openAddress } from '../reference/addresses.ts'
import type { Party } from './due.store.ts'

/** Somebody who is looked for, with what they are to Corridor. */
export type KnownSubject = Subject & {
  readonly party: Party
  readonly subject_kind: SubjectKind
  /** The same for the same person or company, whatever they are called by now. */
  readonly subject_key: string
}

type PersonRow = {
  readonly sub: string
  readonly employer_uuid: string | null
  readonly first_name: string
  readonly middle_name: string
  readonly last_name: string
  readonly country_code: string | null
}

/** Everybody of these parties; who has no name yet is left out. */
export async function selectSubjects(ctx: Ctx, parties: readonly Party[]): Promise<KnownSubject[]> {
  const subs = parties.flatMap(({ contractor_sub }) => contractor_sub ?? [])
  const uuids = parties.flatMap(({ employer_uuid }) => employer_uuid ?? [])
  const of = new Map(parties.map(party => [party.party, party]))
  const all = [
    ...(await contractorSubjects(ctx, subs)),
    ...(await companySubjects(ctx, uuids)),
    ...(await walletSubjects(ctx, subs, uuids)),
  ]
  return all.flatMap(({ party_id, ...subject }) => {
    const party = of.get(party_id)
    const names = subject.names.filter(name => name.trim() !== '')
    return party && names.length > 0 ? [{ ...subject, names, party }] : []
  })
}

type Unplaced = Omit<KnownSubject, 'party'> & { readonly party_id: string }

async function contractorSubjects(ctx: Ctx, subs: readonly string[]): Promise<Unplaced[]> {
  if (subs.length === 0) return []
  const { rows } = await sql<PersonRow>`
    select p.sub, null::uuid employer_uuid, p.first_name, p.middle_name, p.last_name, p.country_code
      from contractor c join person p using (sub) where c.sub = any(${[...subs]}::text[])`.execute(
    ctx.tx,
  )
  const born = await selectBirthDates(ctx, subs)
  return rows.map(row => ({
    ...personOf(row, 'contractor', row.sub),
    birth_date: born.get(row.sub) ?? null,
  }))
}

async function companySubjects(ctx: Ctx, uuids: readonly string[]): Promise<Unplaced[]> {
  if (uuids.length === 0) return []
  const { rows: members } = await sql<PersonRow>`
    select p.sub, m.employer_uuid, p.first_name, p.middle_name, p.last_name, p.country_code
      from employer_member m join person p using (sub) where m.employer_uuid = any(${[...uuids]}::uuid[])`.execute(
    ctx.tx,
  )
  const { rows: companies } = await sql<{
    employer_uuid: string
    corporation_name: string
    business_name: string
    country_code: string
    registered_address: string | null
  }>`select employer_uuid, corporation_name, business_name, country_code, registered_address from employer
      where employer_uuid = any(${[...uuids]}::uuid[])`.execute(ctx.tx)
  const details = new Map((await selectDetails(ctx, uuids)).map(one => [one.employer_uuid, one]))
  return [
    ...members.map(row => personOf(row, 'member', row.employer_uuid ?? '')),
    ...companies.flatMap((company): Unplaced[] => {
      const { employer_uuid: id, corporation_name, business_name, country_code } = company
      const said = details.get(id)
      const sealed = company.registered_address
      const registered_address = openAddress(ctx.fields, 'employer.registered_address', id, sealed)
      const registered_in = establishedIn({ country_code, registered_address })
      const incorporated_in = said?.country_of_incorporation ?? country_code
      return [
        {
          party_id: id,
          subject_kind: 'company',
          subject_key: `company ${id}`,
          names: [...new Set([corporation_name, business_name])],
          is_person: false,
          birth_date: null,
          countries: [...new Set([country_code, incorporated_in, registered_in])],
          registration_number: said?.registration_number || null,
        },
        ...(said?.beneficial_owners ?? []).map(
          ({ name, birth_date, country_code: home }): Unplaced => ({
            party_id: id,
            subject_kind: 'owner',
            // Birth dates and names tell owners apart; nobody reads either out of the key.
            subject_key: `owner ${id} ${ctx.fields.blindIndex('owner', `${birth_date}\n${name}`).toString('base64url').slice(0, 22)}`,
            names: [name],
            is_person: true,
            birth_date,
            countries: [home],
            registration_number: null,
          }),
        ),
      ]
    }),
  ]
}

/** Wallets that were ever named to be paid by or to fund from: also one that is not in use any more says with whom somebody deals. */
async function walletSubjects(
  { tx }: Ctx,
  subs: readonly string[],
  uuids: readonly string[],
): Promise<Unplaced[]> {
  const { rows } = await sql<{ wallet_uuid: string; party_id: string; address: string }>`
    select destination_uuid wallet_uuid, contractor_sub party_id, address from destination
      where kind = 'wallet' and contractor_sub = any(${[...subs]}::text[])
    union all select account_uuid, employer_uuid::text, address from employer_account
      where kind = 'wallet' and employer_uuid = any(${[...uuids]}::uuid[])
    order by 1`.execute(tx)
  return rows.map(({ wallet_uuid, party_id, address }) => ({
    party_id,
    subject_kind: 'wallet',
    subject_key: `wallet ${wallet_uuid}`,
    names: [address],
    is_person: false,
    birth_date: null,
    countries: [],
    registration_number: null,
  }))
}

function personOf(row: PersonRow, subject_kind: SubjectKind, party_id: string): Unplaced {
  return {
    party_id,
    subject_kind,
    subject_key: `${subject_kind} ${row.sub}`,
    names: [
      ...new Set([
        [row.first_name, row.middle_name, row.last_name].filter(name => name !== '').join(' '),
        personName(row),
      ]),
    ],
    is_person: true,
    birth_date: null,
    countries: row.country_code ? [row.country_code] : [],
    registration_number: null,
  }
}
