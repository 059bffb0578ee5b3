/** One company's ids in another's hands: every endpoint answers as it answers an id that never was. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, Role } from '#contract/kernel/endpoint.ts'
import { addPolicy, approveAll, call, engage, type Person, upload } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { COMPANY_DOCUMENTS, PERSONAL_DOCUMENTS } from '#server/people/verification.ts'
import { heavy } from '#test/harness/heavy.ts'
import {
  biweekly,
  fund,
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type Answer, type Ask, entries, type HttpWorld, httpWorld } from './http-world.ts'
import { type Ids, idPaths, isIdField, sampleOf, withValue } from './sample.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const VALUES_PER_COLUMN = 60

const MAILBOX = {
  street_number_and_name: '1 Mailbox Lane',
  apartment_or_unit_number: '',
  city_or_municipality: 'Toronto',
  postal_code: 'M5V 3K2',
  country_code: 'CA',
  subdivision_code: 'CA-ON',
}
type Company = { employer: Person & { employer_uuid: string }; contractor: Person; ids: Ids }
type Slot = { readonly part: 'params' | 'body'; readonly path: readonly string[] }

describe("another company's ids", () => {
  let world: World
  let http: HttpWorld
  let ours: Company
  let theirs: ReadonlyMap<string, ReadonlySet<string>>
  let probes = 0
  const tokens = new Map<Role, string>()

  beforeAll(async () => {
    world = await plainWorld()
    http = await httpWorld(world)
    world.clock.set('2026-02-20T10:00:00Z')
    const operator = await givenOperator(world)
    const before = await everyId(world)
    const a = await givenCompany(world, operator, 'northwind')
    theirs = new Map([...(await everyId(world))].filter(([id]) => !before.has(id)))
    const b = await givenCompany(world, operator, 'rival')
    ours = b
    expect(a.ids).not.toEqual(b.ids)
    tokens.set('employer', await http.tokenOf(b.employer))
    tokens.set('contractor', await http.tokenOf(b.contractor))
  })
  afterAll(async () => {
    await http.close()
    await world.close()
  })

  const ofTenants = entries.filter(
    ([, { access, params, body }]) =>
      typeof access !== 'string' &&
      access.some(role => role !== 'operator') &&
      slotsOf({ params, body } as Endpoint).length > 0,
  )

  it('are many, of every kind', async () => {
    expect(await documentKinds(world, theirs)).toEqual(
      [...COMPANY_DOCUMENTS, ...PERSONAL_DOCUMENTS].toSorted(),
    )
    expect(theirs.size).toBeGreaterThan(25)
    expect(ofTenants.length).toBeGreaterThan(30)
  })

  it.each(ofTenants)('%s answers them as it answers an unknown one', async (name, entry) => {
    const roles = (entry.access as readonly Role[]).filter(role => role !== 'operator')
    for (const role of roles)
      for (const slot of slotsOf(entry)) {
        const withId = (id: string) =>
          http.ask(entry, inputWith(entry, ours.ids, slot, id, tokens.get(role)))
        const nobodys = newUuid()
        const unknown = await withId(nobodys)
        for (const [id, columns] of shareOf(theirs)) {
          // An address or a subject where a uuid belongs is no id at all, which the matrix tests.
          if (!UUID.test(id) && takesUuid(entry, slot)) continue
          // Ids minted by the client: another's is not found, one that stands for no such thing is free.
          const byRow = BY_ROW.includes(name)
          if (unknown.status < 400 && !columns.has(mintedAs(entry)) && !byRow) continue
          const answer = await withId(id)
          probes++
          const where = [slot.path.join('.'), [...columns].join(), id, answer.text.slice(0, 200)]
          const refused = byRow || (answer.status >= 400 && answer.status < 500)
          expect([...where, refused]).toEqual([...where, true])
          if (unknown.status < 400 && !byRow)
            expect([...where, answer.status]).toEqual([...where, 404])
          else expect([...where, masked(answer, id)]).toEqual([...where, masked(unknown, nobodys)])
        }
      }
  })

  it('left nothing changed, in thousands of probes', async () => {
    expect(probes).toBeGreaterThan(1500)
    expect(await world.broken()).toEqual([])
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      'select count(*)::int n from audit_entry where actor_sub = any($1) and employer_uuid is distinct from $2 and chain <> $3',
      [[ours.employer.sub], ours.employer.employer_uuid, 'platform'],
    )
    await client.end()
    expect(rows).toEqual([{ n: 0 }])
  })
})

/** What each place of an id is asked with: one id of each column that has any, and of all of them every third, each place another third. */
let turn = 0
function shareOf(ids: ReadonlyMap<string, ReadonlySet<string>>) {
  turn++
  const seen = new Set<string>()
  return [...ids].filter(([, columns], n) => {
    const isFirst = [...columns].some(column => !seen.has(column))
    for (const column of columns) seen.add(column)
    return isFirst || (n + turn) % heavy(3, 1) === 0
  })
}

/** The kinds of the documents among these ids, by the document's and by the file's. */
async function documentKinds(world: World, ids: ReadonlyMap<string, unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ kind: string }>(
    'select distinct kind from identity_document where document_uuid::text = any($1) and file_uuid::text = any($1)',
    [[...ids.keys()]],
  )
  await client.end()
  return rows.map(({ kind }) => kind).toSorted()
}

function slotsOf(entry: Endpoint): Slot[] {
  const params = Object.keys(entry.params?.shape ?? {})
    .filter(isIdField)
    .map(name => ({ part: 'params' as const, path: [name] }))
  const body = entry.body ? idPaths(entry.body).map(path => ({ part: 'body' as const, path })) : []
  // What a form says of the signer or of the money's destination is not an id of anybody's thing.
  return [
    ...params,
    ...body.filter(({ path }) => !/signer|interac|^email$/.test(path.at(-1) ?? '')),
  ]
}

/** The column whose ids a PUT to `/contracts/:id`, to an invoice or to a policy takes from the client. */
/** Calls that refuse a row and not the whole. */
const BY_ROW: readonly string[] = ['inviteMany']

function mintedAs({ path }: Endpoint): string {
  if (path.startsWith('/contractor/invoices/')) return 'invoice_uuid'
  return path.startsWith('/contracts/') ? 'contract_uuid' : 'policy_uuid'
}

function takesUuid(entry: Endpoint, { part, path }: Slot): boolean {
  const schema = entry[part]
  return schema ? !schema.safeParse(withValue(sampleOf(schema), path, 'no uuid')).success : false
}

function inputWith(
  entry: Endpoint,
  ids: Ids,
  slot: Slot,
  id: string,
  token: string | undefined,
): Ask {
  const params = entry.params ? sampleOf(entry.params, ids) : {}
  const body = entry.body ? sampleOf(entry.body, ids) : undefined
  const input = { params, body, [slot.part]: withValue({ params, body }[slot.part], slot.path, id) }
  return { ...(input as { params: Record<string, string>; body: unknown }), token }
}

function masked({ status, text }: Answer, id: string): string {
  return `${status} ${text.replaceAll(id, 'ID')}`
}

/** A company with everything: policy, contractor, contract, a cycle that is paid in part and one that waits, a funding. */
async function givenCompany(world: World, operator: Person, name: string): Promise<Company> {
  world.clock.set('2026-02-20T10:00:00Z')
  const employer = await givenEmployer(world, operator, `boss@${name}.test`)
  const policy_uuid = await addPolicy(world, employer, 'Biweekly', biweekly('2026-03-15'))
  const contractor = await givenContractor(world, operator, `worker@${name}.test`)
  const terms = { role: 'Engineer', hours: 80, policy_uuid, start_date: '2026-03-02' }
  const hourly_rate = { currency: 'USD', minor: 4250n }
  const contract_uuid = await engage(world, employer, contractor, {
    ...terms,
    signer_title: 'Director',
    hourly_rate,
  })
  await call(world, employer, 'inviteContractor', {
    body: { email: `new@${name}.test`, role: 'Designer' },
  })
  await call(world, employer, 'inviteMember', {
    body: { email: `viewer@${name}.test`, role: 'viewer' },
  })
  const { uuid: client_uuid } = await call(world, contractor, 'createClient', {
    body: {
      ...{ client_name: name, company_name: '', phone_number: '', tax_number: '' },
      ...{ email: `client@${name}.test`, address: MAILBOX, currency: 'CAD' },
    },
  })
  await call(world, contractor, 'putInvoice', {
    params: { id: newUuid() },
    body: {
      ...{ client_uuid, start_date: null, end_date: null, due_date: null, currency: 'CAD' },
      ...{ client_pays_transaction_fees: false, tax_percentage: 0, invoice_items: [] },
      ...{ tax_category: null, tax_reason: '', note: '', destination_uuids: null },
    },
  })
  await call(world, contractor, 'putAddress', { body: { ...MAILBOX, kind: 'mailing' } })
  const paper = (kind: string) => [kind, upload(`${kind}.pdf`, `${kind} of ${name}`)] as const
  const papers = (kinds: readonly string[]) => Object.fromEntries(kinds.map(paper))
  await call(world, contractor, 'putPersonalDocuments', { body: papers(PERSONAL_DOCUMENTS) })
  await call(world, employer, 'putCompanyDocuments', { body: papers(COMPANY_DOCUMENTS) })
  for (const { sub, userTypes } of [
    { userTypes: 'employers' as const, sub: employer.employer_uuid },
    { userTypes: 'contractors' as const, sub: contractor.sub },
  ])
    await verify(world, operator, userTypes, sub)
  world.clock.set('2026-03-02T10:00:00Z')
  await world.byTheClock()
  world.clock.set('2026-03-17T10:00:00Z')
  await fund(world, { operator, employer }, '3400.00', `WIRE-${name}`)
  const { items } = await call(world, employer, 'listCycles', { query: { limit: 50, view: 'run' } })
  const cycle_uuid = items.find(item => item.cycle_uuid !== null)?.cycle_uuid ?? ''
  await approveAll(world, employer, { policy_uuid, cycle_uuid })
  await world.byTheClock()
  const query = { limit: 50 }
  const cycle = await call(world, employer, 'getCycle', {
    params: { policy_uuid, cycle_uuid },
    query,
  })
  const [line] = cycle.items
  const ids = {
    policy_uuid,
    pay_policy_uuid: policy_uuid,
    policy: policy_uuid,
    cycle_uuid,
    cycle: cycle_uuid,
    line_item_uuid: line?.line_item_uuid ?? '',
    contract_uuid,
    contractor_sub: contractor.sub,
    client_uuid,
  }
  return { employer, contractor, ids }
}

/** A few values of every column that names something, over all tables. */
async function everyId(world: World): Promise<Map<string, Set<string>>> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const { rows: columns } = await client.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.data_type = 'uuid' or c.column_name ~ '(_sub|^sub|^email)$')`,
  )
  const ids = new Map<string, Set<string>>()
  for (const { table_name, column_name } of columns) {
    const { rows } = await client.query<{ id: string }>(
      `select distinct ${column_name}::text id from ${table_name} where ${column_name} is not null limit ${VALUES_PER_COLUMN}`,
    )
    for (const { id } of rows) ids.set(id, (ids.get(id) ?? new Set<string>()).add(column_name))
  }
  await client.end()
  return ids
}
