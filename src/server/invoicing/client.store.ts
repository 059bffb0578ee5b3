import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { saying } from '../kernel/paging.ts'
import type { StoredAddress } from '../reference/addresses.ts'

/** What is sealed of a client. */
type Details = {
  readonly phone_number: string
  readonly address: StoredAddress
  readonly tax_number: string
}

export type ClientRow = Details & {
  readonly client_uuid: string
  readonly client_name: string
  readonly company_name: string
  readonly email: string
  readonly currency: string
}

type SealedRow = Omit<ClientRow, keyof Details> & { readonly details: string }

const PLACE = 'client.details'
const COLUMNS = sql`client_uuid, client_name, company_name, email, details, currency`

function opened({ fields }: PrivateTx, { details, ...row }: SealedRow): ClientRow {
  return { ...row, ...(JSON.parse(fields.open(PLACE, row.client_uuid, details)) as Details) }
}

function sealed({ fields }: PrivateTx, row: ClientRow): SealedRow {
  const { phone_number, address, tax_number, ...rest } = row
  const details = JSON.stringify({ phone_number, address, tax_number } satisfies Details)
  return { ...rest, details: fields.seal(PLACE, row.client_uuid, details) }
}

/** A contractor's clients, newest first, after one of them or from the first on, those whose names or address of mail say the text; archived ones are left out. */
export async function listClientRows(
  on: PrivateTx,
  contractor_sub: string,
  {
    after,
    search,
    limit,
  }: {
    readonly after: string | undefined
    readonly search: string | undefined
    readonly limit: number
  },
): Promise<ClientRow[]> {
  const said = saying(sql`concat_ws(' ', client_name, company_name, email)`, search)
  const { rows } = await sql<SealedRow>`
    select ${COLUMNS} from client where contractor_sub = ${contractor_sub} and archived_at is null
      and (${after ?? null}::uuid is null or client_uuid < ${after ?? null}::uuid)
      ${said ? sql`and ${said}` : sql``}
      order by client_uuid desc limit ${limit}`.execute(on.tx)
  return rows.map(row => opened(on, row))
}

/** A client of the contractor, archived or not; undefined for anybody else's. */
export async function findClient(
  on: PrivateTx,
  contractor_sub: string,
  client_uuid: string,
): Promise<(ClientRow & { readonly archived: boolean }) | undefined> {
  const { rows } = await sql<SealedRow & { archived: boolean }>`
    select ${COLUMNS}, archived_at is not null archived from client
      where client_uuid = ${client_uuid}::uuid and contractor_sub = ${contractor_sub}`.execute(
    on.tx,
  )
  const [row] = rows
  if (!row) return undefined
  const { archived, ...client } = row
  return { ...opened(on, client), archived }
}

/** The client of a contractor that an employer is; undefined where none was made of it. */
export async function findClientOf(
  tx: Tx,
  contractor_sub: string,
  employer_uuid: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ client_uuid: string }>`
    select client_uuid from client where contractor_sub = ${contractor_sub} and made_of = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]?.client_uuid
}

/** How many clients a contractor keeps, held until the transaction ends so that one more is counted after it. */
export async function countClients(tx: Tx, contractor_sub: string): Promise<number> {
  await holdBooks(tx, contractor_sub)
  const { rows } = await sql<{ clients: number }>`
    select count(*)::int clients from client where contractor_sub = ${contractor_sub} and archived_at is null`.execute(
    tx,
  )
  return rows[0]?.clients ?? 0
}

/** Held until the transaction ends: one change of what a contractor keeps of clients and numbers comes after the other. */
export async function holdBooks(tx: Tx, contractor_sub: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoices of ${contractor_sub}`}, 0))`.execute(
    tx,
  )
}

/** Keeps a new client. */
export async function insertClient(
  on: PrivateTx,
  row: ClientRow & {
    readonly contractor_sub: string
    readonly created_at: Date
    /** The employer that it is. */
    readonly employer_uuid?: string
  },
): Promise<void> {
  const { contractor_sub, created_at, employer_uuid: made_of = null, ...client } = row
  await on.tx
    .insertInto('client')
    .values({ ...sealed(on, client), contractor_sub, created_at, made_of })
    .execute()
}

/** Keeps a client as it is given now. */
export async function updateClient(on: PrivateTx, row: ClientRow): Promise<void> {
  const { client_uuid, ...change } = sealed(on, row)
  await on.tx.updateTable('client').set(change).where('client_uuid', '=', client_uuid).execute()
}

/** Takes a client out of the list; answers false where it was before, or is none of the contractor's. */
export async function archiveClientRow(
  tx: Tx,
  contractor_sub: string,
  client_uuid: string,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('client')
    .set({ archived_at: at })
    .where('client_uuid', '=', client_uuid)
    .where('contractor_sub', '=', contractor_sub)
    .where('archived_at', 'is', null)
    .returning('client_uuid')
    .executeTakeFirst()
  return row !== undefined
}
