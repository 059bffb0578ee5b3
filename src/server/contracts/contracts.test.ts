import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linesOf } from '#domain/contracts/contract-text.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import { readText } from '../gateways/pdf/read-text.test-data.ts'
import { selectEarlierName } from '../identity/index.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { type SmallWorld, smallWorld } from '../people/small-world.test-data.ts'
import { contractsOnPolicy, employersToExpire, expireContracts } from './index.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
let other: Actor & { employer_uuid: string }
let policy: string
let foreignPolicy: string
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  other = await world.employer('sam@contoso.test', 'Sam Ortega')
  for (const [by, corporation_name] of [
    [employer, 'Northwind Robotics, Inc.'],
    [other, 'Contoso Ltd'],
  ] as const)
    await world.call('putEmployerName', by, { body: { corporation_name } })
  // Who is verified may invite as many as the tests need.
  await world.unit(SYSTEM_ACTOR, ctx =>
    ctx.tx.updateTable('employer').set({ verification: 'VERIFIED' }).execute(),
  )
  policy = await policyOf(employer, true)
  foreignPolicy = await policyOf(other, true)
})
afterAll(() => world?.end())

async function policyOf(owner: { employer_uuid: string }, approved: boolean): Promise<string> {
  const policy_uuid = newUuid()
  await world.unit(SYSTEM_ACTOR, ctx =>
    ctx.tx
      .insertInto('payroll_policy')
      .values({
        policy_uuid,
        employer_uuid: owner.employer_uuid,
        label: 'Biweekly, engineering',
        period_type: 'BI_WEEKLY',
        first_period_end_date: '2026-11-20',
        pay_date_rule: 'END_OF_PAY_PERIOD',
        holiday_policy: 'RESPECT',
        after_holiday: true,
        approved_at: approved ? ctx.now : null,
        created_at: ctx.now,
      })
      .execute(),
  )
  return policy_uuid
}

let people = 0
/** A contractor who works with the employer. */
async function colleague(of: Actor = employer, name = 'Chloé Tremblay'): Promise<Actor> {
  const email = `person${++people}@example.test`
  const person = await world.contractor(email, name)
  const { invitation_uuid: id } = await world.call('inviteContractor', of, {
    body: { email, role: 'Product designer' },
  })
  await world.call('acceptInvitation', person, { params: { id } })
  return person
}

const terms = (contractor: Actor, more: object = {}) => ({
  contractor_sub: contractor.sub,
  effective_date: '2026-11-23',
  role: 'Product designer',
  pay_policy_uuid: policy,
  currency: 'CAD',
  contract_start_date: '2026-11-23',
  hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 5800 },
  scheduled_hours: 80,
  exhibit_a: 'Designs the screens of the warehouse robots.',
  ...more,
})
const put = (by: Actor, id: string, body: object) =>
  world.call('putContract', by, { params: { id }, body })
const makePdf = (id: string) => world.call('makeContractPdf', employer, { params: { id } })
const approve = (id: string, pdf_sha256: string | null, by: Actor = employer) =>
  world.call('approveContract', by, {
    params: { id },
    body: {
      employer_signer_email: 'dana@northwind.test',
      employer_signer_name: 'Dana Whitfield',
      employer_signer_title: 'Chief Operating Officer',
      pdf_sha256,
    },
  })
/** Reads and signs. */
const sign = async (by: Actor, id: string, pdf_sha256: string | null, name = by.name) => {
  await read(by, id)
  return world.call('signContract', by, { params: { id }, body: { name, pdf_sha256 } })
}
const get = (by: Actor, id: string) => world.call('getContract', by, { params: { id } })
const read = (by: Actor, id: string) => world.call('getContractText', by, { params: { id } })
const bare = (text: string) => text.replace(/\s+/g, '')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A contract that waits for the contractor's signature. */
async function offered(person: Actor, more: object = {}) {
  const id = newUuid()
  await put(employer, id, terms(person, more))
  return approve(id, (await makePdf(id)).pdf_sha256)
}
/** A contract that runs. */
async function active(person: Actor, more: object = {}) {
  const { contract_uuid, pdf_sha256 } = await offered(person, more)
  return sign(person, contract_uuid, pdf_sha256)
}

describe('who signs and is renamed at the same moment', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is known by the name that was signed, or signs nothing (%i)',
    async () => {
      const person = await colleague()
      const { contract_uuid: id, pdf_sha256 } = await offered(person)
      await read(person, id)
      const home = { country_code: 'CA', subdivision_code: 'CA-QC', postal_code: 'H2X 0A0' }
      const address = {
        street_number_and_name: '88, rue A',
        city_or_municipality: 'Laval',
        ...home,
      }
      const names = { first_name: 'Somebody', last_name: 'Else', preferred_name: 'Somebody' }
      const body = { ...names, phone_number: '+15145550100', permanent_address: address }
      await Promise.all([
        world.call('putPersonalInformation', person, { body }),
        world
          .call('signContract', person, { params: { id }, body: { name: person.name, pdf_sha256 } })
          .catch(() => undefined),
      ])
      const { status } = await get(person, id)
      const before = await world.unit(person, ctx => selectEarlierName(ctx.tx, person.sub, ctx.now))
      expect([status, before?.name]).toEqual(
        status === 'ACTIVE' ? ['ACTIVE', person.name] : ['AWAITING_SIGNATURE', undefined],
      )
    },
  )
})

describe('a draft', () => {
  it('stays with whom it was made for: who was shown it by a link sees nothing that somebody else signs', async () => {
    const [person, other] = [await colleague(), await colleague()]
    const id = newUuid()
    const put = (of: Actor) =>
      world.call('putContract', employer, { params: { id }, body: terms(of) })
    await put(person)
    expect(await world.refusal(put(other))).toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('stays with whom it was drafted for'),
    })
    expect((await get(employer, id)).contractor_sub).toBe(person.sub)
  })

  it('is put again without effect, and its PDF keeps its digest until the terms change', async () => {
    const person = await colleague()
    const id = newUuid()
    const first = await put(employer, id, terms(person))
    expect(first).toMatchObject({
      status: 'DRAFT',
      revision: 1,
      pdf_sha256: null,
      allowed_actions: ['edit', 'approve', 'discard'],
      scheduled_hours: 80,
    })
    const made = await makePdf(id)
    expect(made.pdf_sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await put(employer, id, terms(person))).pdf_sha256).toBe(made.pdf_sha256)
    expect((await makePdf(id)).pdf_sha256).toBe(made.pdf_sha256)
    const file = await wholeFile(await world.call('getContractPdf', employer, { params: { id } }))
    expect(sha256(file)).toBe(made.pdf_sha256)
    const [text] = await readText(file)
    expect(text).toContain('Northwind Robotics, Inc.')
    expect(await put(employer, id, terms(person, { scheduled_hours: 37.5 }))).toMatchObject({
      pdf_sha256: null,
      scheduled_hours: 37.5,
    })
    expect(await world.refusal(get(person, id))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('of two puts at once of one id one makes it', async () => {
    const person = await colleague()
    const id = newUuid()
    const made = await Promise.all([
      put(employer, id, terms(person)),
      put(employer, id, terms(person)),
    ])
    expect(made[0]).toEqual(made[1])
  })

  it('is refused for strangers, those who left, and what belongs to another employer', async () => {
    const person = await colleague()
    const theirs = await colleague(other)
    const refused = (by: Actor, id: string, body: object) => world.refusal(put(by, id, body))
    expect(await refused(employer, newUuid(), terms(theirs))).toMatchObject({ code: 'NOT_FOUND' })
    expect(
      await refused(employer, newUuid(), terms(person, { pay_policy_uuid: foreignPolicy })),
    ).toMatchObject({ code: 'NOT_FOUND' })
    const id = newUuid()
    await put(employer, id, terms(person))
    expect(
      await refused(other, id, { ...terms(theirs), pay_policy_uuid: foreignPolicy }),
    ).toMatchObject({ code: 'NOT_FOUND' })
    for (const call of [
      'getContract',
      'makeContractPdf',
      'getContractPdf',
      'discardContract',
    ] as const)
      expect(await world.refusal(world.call(call, other, { params: { id } }))).toMatchObject({
        code: 'NOT_FOUND',
      })
    const seen = await world.unit(other, ctx =>
      ctx.tx.selectFrom('contract').select('contract_uuid').execute(),
    )
    expect(seen.map(row => row.contract_uuid)).not.toContain(id)
    const draft = await policyOf(employer, false)
    expect(
      await refused(employer, newUuid(), terms(person, { pay_policy_uuid: draft })),
    ).toMatchObject({ field: 'body.pay_policy_uuid' })
    await world.call('deleteContractor', employer, { params: { contractor_email: person.sub } })
    expect(await refused(employer, newUuid(), terms(person))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
  })

  it('that has a letter which no font has gets no PDF, and says which text it is', async () => {
    const person = await colleague()
    const id = newUuid()
    await put(employer, id, terms(person, { exhibit_a: 'Designs "\u{10fffd}" screens' }))
    const pdf = world.call('makeContractPdf', employer, { params: { id } })
    await expect(pdf).rejects.toMatchObject({
      code: 'VALIDATION',
      text: 'documents.problems.unprintable',
      params: { text: expect.stringContaining('\u{10fffd}') },
    })
    await put(employer, id, terms(person, { exhibit_a: 'Designs screens' }))
    await makePdf(id)
  })

  it.each<[string, object]>([
    ['body.hourly_rate', { hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 0 } }],
    [
      'body.hourly_rate.currency',
      { hourly_rate: { currency: 'USD', amount_in_smallest_unit: 5800 } },
    ],
    [
      'body.currency',
      { currency: 'BTC', hourly_rate: { currency: 'BTC', amount_in_smallest_unit: 5800 } },
    ],
    ['body.contract_end_date', { contract_end_date: '2026-11-01' }],
    ['body.scheduled_hours', { scheduled_hours: 0 }],
  ])('with a wrong %s is refused', async (field, change) => {
    const person = await colleague()
    expect(await world.refusal(put(employer, newUuid(), terms(person, change)))).toMatchObject({
      code: 'VALIDATION',
      field,
    })
  })
})

describe('signing', () => {
  it('binds each side to the PDF it saw; the final one carries both names and a seal that holds', async () => {
    const person = await colleague(employer, 'Ingrid Solberg')
    const id = newUuid()
    await put(employer, id, terms(person))
    const draft = await makePdf(id)
    const offer = await approve(id, draft.pdf_sha256)
    expect(offer).toMatchObject({
      status: 'AWAITING_SIGNATURE',
      signatures: [{ party: 'employer', pdf_sha256: draft.pdf_sha256, name: 'Dana Whitfield' }],
    })
    expect(offer.pdf_sha256).not.toBe(draft.pdf_sha256)
    const shown = await wholeFile(
      await world.call('getContractorContractPdf', person, { params: { id } }),
    )
    expect(sha256(shown)).toBe(offer.pdf_sha256)
    expect(await world.call('listContractorContracts', person)).toMatchObject([
      { contract_uuid: id, allowed_actions: ['sign', 'decline'] },
    ])
    const done = await sign(person, id, offer.pdf_sha256)
    expect(done).toMatchObject({
      status: 'ACTIVE',
      signatures: [{ party: 'employer' }, { party: 'contractor', pdf_sha256: offer.pdf_sha256 }],
      allowed_actions: [],
    })
    const final = await wholeFile(await world.call('getContractPdf', employer, { params: { id } }))
    expect(sha256(final)).toBe(done.pdf_sha256)
    const text = (await readText(final)).join(' ')
    for (const name of ['Dana Whitfield', 'Ingrid Solberg', '203.0.113.7'])
      expect(text).toContain(name)
    expect(sealedDigest(final)).toBe(true)
    const changed = Uint8Array.from(final)
    changed[20] = ((changed[20] ?? 0) + 1) % 256
    expect(sealedDigest(changed)).toBe(false)
  })

  it('asks about a name that is not the account’s, then records both, of either side', async () => {
    const person = await colleague(employer, 'Mateo Quispe Rojas')
    const id = newUuid()
    await put(employer, id, terms(person))
    const { pdf_sha256 } = await makePdf(id)
    const offer = (more: object) =>
      world.call('approveContract', employer, {
        params: { id },
        body: {
          employer_signer_email: 'dana@northwind.test',
          employer_signer_name: 'D. Whitfield',
          employer_signer_title: 'Director',
          pdf_sha256,
          ...more,
        },
      })
    expect(await world.refusal(offer({}))).toMatchObject({ code: 'NAME_DIFFERS' })
    const offered = await offer({ name_is_mine: true })
    const by = (name: string, more: object = {}) =>
      world.call('signContract', person, {
        params: { id },
        body: { name, pdf_sha256: offered.pdf_sha256, ...more },
      })
    // Nobody signs what they did not open.
    expect(await world.refusal(by('Bob'))).toMatchObject({
      code: 'CONFLICT',
      detail: expect.stringContaining('You have not opened this contract'),
    })
    await read(person, id)
    expect(await world.refusal(by('Bob'))).toMatchObject({
      code: 'NAME_DIFFERS',
      detail: expect.stringContaining('You are Mateo Quispe Rojas here; you typed Bob.'),
    })
    expect((await get(person, id)).status).toBe('AWAITING_SIGNATURE')
    const done = await by('Bob', { name_is_mine: true })
    expect(done.signatures.map(given => given.name)).toEqual([
      'Dana Whitfield',
      'Mateo Quispe Rojas',
    ])
    const { text } = await read(person, id)
    for (const typed of ['Bob', 'D. Whitfield'])
      expect(text?.signatures.flatMap(given => given.rows)).toContainEqual({
        term: 'Typed as',
        value: typed,
      })
    const audited = await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .selectFrom('audit_entry')
        .select(['action', 'after'])
        .where('entity', '=', 'contract')
        .where('entity_uuids', '@>', sql<string[]>`array[${id}]`)
        .where('action', 'in', ['approve', 'sign'])
        .execute(),
    )
    expect(audited.map(entry => entry.after)).toMatchObject([
      { typed_name: 'D. Whitfield' },
      { typed_name: 'Bob' },
    ])
  })

  it('takes the name as the account has it in any spelling, and says nothing of it', async () => {
    const person = await colleague(employer, 'Chloé Tremblay')
    const { contract_uuid: id, pdf_sha256 } = await offered(person)
    await sign(person, id, pdf_sha256, ' TREMBLAY, chloe ')
    const { text } = await read(person, id)
    expect(text?.signatures[1]?.rows.map(row => row.term)).not.toContain('Typed as')
  })

  it('of a body that is empty or cut short does nothing', async () => {
    const person = await colleague()
    const { contract_uuid: id, pdf_sha256 } = await offered(person)
    for (const body of [{}, { name: person.name }, { pdf_sha256 }, { name: ' ', pdf_sha256 }])
      await expect(world.call('signContract', person, { params: { id }, body })).rejects.toThrow()
    expect((await get(person, id)).signatures).toHaveLength(1)
  })

  it('is refused for another digest, and a second time', async () => {
    const person = await colleague()
    const id = newUuid()
    await put(employer, id, terms(person))
    const draft = await makePdf(id)
    const stale = 'ab'.repeat(32)
    expect(await world.refusal(approve(id, stale))).toMatchObject({ code: 'CONTRACT_CHANGED' })
    const offer = await approve(id, draft.pdf_sha256)
    expect(await world.refusal(approve(id, draft.pdf_sha256))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    expect(await world.refusal(sign(person, id, draft.pdf_sha256))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
    const results: PromiseSettledResult<unknown>[] = await Promise.allSettled([
      sign(person, id, offer.pdf_sha256),
      sign(person, id, offer.pdf_sha256),
    ])
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await world.refusal(sign(person, id, offer.pdf_sha256))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    const signatures = await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .selectFrom('contract_signature')
        .select('party')
        .where('contract_uuid', '=', id)
        .execute(),
    )
    expect(signatures).toHaveLength(2)
  })

  it('by the employer is refused when what the PDF says is no longer so', async () => {
    const person = await colleague()
    const id = newUuid()
    await put(employer, id, terms(person))
    const { pdf_sha256 } = await makePdf(id)
    await rename(person, 'Gagnon')
    expect(await world.refusal(approve(id, pdf_sha256))).toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect((await approve(id, (await makePdf(id)).pdf_sha256)).status).toBe('AWAITING_SIGNATURE')
  })

  it('by who is called otherwise than the paper is refused: the company makes it anew', async () => {
    const person = await colleague()
    const { contract_uuid: id, pdf_sha256 } = await offered(person)
    await rename(person, 'Renamed')
    expect(await world.refusal(sign(person, id, pdf_sha256))).toMatchObject({
      code: 'CONTRACT_CHANGED',
      detail: expect.stringMatching(/made out to .*Tremblay, who is called .*Renamed/),
    })
    await rename(person, 'Tremblay')
    expect((await sign(person, id, pdf_sha256)).status).toBe('ACTIVE')
  })

  it('is nobody else’s: another contractor finds nothing', async () => {
    const person = await colleague()
    const stranger = await colleague()
    const { contract_uuid: id, pdf_sha256 } = await offered(person)
    expect(await world.refusal(get(stranger, id))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.refusal(sign(stranger, id, pdf_sha256))).toMatchObject({ code: 'NOT_FOUND' })
    expect(
      await world.refusal(world.call('getContractorContractPdf', stranger, { params: { id } })),
    ).toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.call('listContractorContracts', stranger)).toEqual([])
    const files = await world.unit(stranger, ctx =>
      ctx.tx.selectFrom('stored_file').selectAll().execute(),
    )
    expect(files).toEqual([])
  })

  it('may be declined; and expires after 30 days, even before the job ran', async () => {
    const person = await colleague()
    const declined = await offered(person)
    for (const reason of ['', '   ', '\n'])
      await expect(
        world.call('declineContract', person, {
          params: { id: declined.contract_uuid },
          body: { reason },
        }),
      ).rejects.toThrow()
    const answer = await world.call('declineContract', person, {
      params: { id: declined.contract_uuid },
      body: { reason: 'The\r\n  rate\n' },
    })
    expect(answer).toMatchObject({ status: 'REJECTED', allowed_actions: [] })
    const why = { status: 'REJECTED', decline_reason: 'The rate' }
    expect(await get(employer, declined.contract_uuid)).toMatchObject(why)
    const own = await world.call('listContractorContracts', person, {})
    expect(own).toMatchObject([why])
    const told = async () =>
      (await world.call('listFailedOffers', employer, {})).filter(
        ({ contractor_sub }) => contractor_sub === person.sub,
      )
    expect(await told()).toMatchObject([
      { contract_uuid: declined.contract_uuid, status: 'REJECTED', reason: 'The rate' },
    ])
    const start = world.clock.now()
    world.clock.set(new Date(start.getTime() + 60_000).toISOString())
    const late = await offered(person)
    expect(await told()).toEqual([])
    world.clock.set(new Date(start.getTime() + 30 * 86_400_000 + 60_000).toISOString())
    expect(await world.refusal(sign(person, late.contract_uuid, late.pdf_sha256))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    await world.unit(SYSTEM_ACTOR, ctx => expireContracts(ctx, employer.employer_uuid))
    expect(await get(employer, late.contract_uuid)).toMatchObject({
      status: 'EXPIRED',
      allowed_actions: ['discard', 'share'],
    })
    expect(await told()).toMatchObject([{ contract_uuid: late.contract_uuid, status: 'EXPIRED' }])
    // Nobody is told for ever.
    world.clock.set(new Date(start.getTime() + 61 * 86_400_000).toISOString())
    expect(await told()).toEqual([])
    world.clock.set(start.toISOString())
  })

  it('is reminded of on days 3, 7, 14 and 25, once each, after an outage once, and never when it is answered', async () => {
    const person = await colleague()
    const waiting = await offered(person)
    const answered = await offered(person, { role: 'Answered already' })
    await sign(person, answered.contract_uuid, answered.pdf_sha256)
    const start = world.clock.now()
    const heard: string[] = []
    const on = async (day: number) => {
      world.clock.set(new Date(start.getTime() + day * 86_400_000).toISOString())
      heard.length = 0
      await world.unit(SYSTEM_ACTOR, async ctx => {
        const due = (await employersToExpire(ctx)).includes(employer.employer_uuid)
        await expireContracts(
          {
            ...ctx,
            announce: (type: string, said: object) => {
              const { contract_uuid } = said as { contract_uuid: string }
              const ours = [waiting.contract_uuid, answered.contract_uuid].includes(contract_uuid)
              if (ours) heard.push(type)
            },
          } as typeof ctx,
          employer.employer_uuid,
        )
        if (heard.length > 0) expect(due).toBe(true)
      })
      return heard
    }
    expect(await on(2.9)).toEqual([])
    expect(await on(3)).toEqual(['contracts.offer_reminded'])
    expect(await on(3)).toEqual([])
    expect(await on(15)).toEqual(['contracts.offer_reminded'])
    expect(await on(24)).toEqual([])
    expect(await on(25)).toEqual(['contracts.offer_reminded'])
    expect(await on(30)).toEqual(['contracts.offer_expired'])
    world.clock.set(start.toISOString())
  })
})

describe('the text', () => {
  it('is that of the PDF as it stands, and who read it is seen', async () => {
    const person = await colleague()
    const { contract_uuid: id, pdf_sha256 } = await offered(person)
    const pages = await read(person, id)
    expect(pages).toMatchObject({
      pdf_sha256,
      pages: 3,
      since: null,
      sign_by: expect.any(String),
    })
    const bytes = await wholeFile(
      await world.call('getContractorContractPdf', person, { params: { id } }),
    )
    expect(pages.size_bytes).toBe(bytes.length)
    const pdf = bare(
      (await readText(bytes)).join(' ').replace(/Agreement \S+, revision \d+ Page \d of \d/g, ''),
    )
    expect(pdf).toBe(bare(`Corridor ${pages.text ? linesOf(pages.text).join(' ') : ''}`))
    const reads = await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .selectFrom('file_read')
        .select('reader_sub')
        .where('reader_sub', '=', person.sub)
        .execute(),
    )
    expect(reads).not.toEqual([])
  })

  it('stays what was signed, with both signatures, whatever is renamed afterwards', async () => {
    const person = await colleague()
    const { contract_uuid: id } = await active(person)
    await rename(person, 'Renamed')
    const { text } = await read(employer, id)
    expect(text?.signed).toBe('both')
    expect(text?.parties[1]?.name).toBe('Chloé Tremblay')
    expect(text?.signatures.every(given => given.rows.length > 0)).toBe(true)
  })

  it('of a revision says which terms are new and what they were', async () => {
    const person = await colleague()
    await active(person)
    const more = {
      hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 6100 },
      contract_end_date: '2027-06-30',
    }
    const { contract_uuid: id } = await offered(person, more)
    expect((await read(person, id)).since).toEqual({
      revision: 1,
      changed: [
        { id: 'rate', was: '58.00 CAD an hour' },
        { id: 'ends', was: 'Open end' },
      ],
      gone: [],
      effective_date: '2026-11-23',
      ends: { on: '2027-06-30', was: null },
      exhibit: [],
      same_clauses: false,
      same_exhibit: true,
    })
  })

  it('of a revision says word by word what its exhibit changes, and which terms are gone', async () => {
    const person = await colleague()
    await active(person, { exhibit_a: 'Shows the work each second week.' })
    const more = {
      ...{ paid: false, pay_policy_uuid: null, hourly_rate: null, scheduled_hours: null },
      exhibit_a: '**Shows** the work each third week.',
      exhibit_format: 'MARKDOWN',
    }
    const { contract_uuid: id } = await offered(person, more)
    const { since } = await read(person, id)
    expect(since?.exhibit).toEqual([
      { kind: 'same', text: 'Shows the work each ' },
      { kind: 'gone', text: 'second' },
      { kind: 'new', text: 'third' },
      { kind: 'same', text: ' week.' },
    ])
    expect(since?.gone.map(({ term }) => term)).toEqual(['Hours', 'Paid'])
  })

  it('is nobody else’s', async () => {
    const person = await colleague()
    const stranger = await colleague()
    const { contract_uuid: id } = await offered(person)
    const draft = newUuid()
    await put(employer, draft, terms(person))
    for (const [by, of] of [
      [stranger, id],
      [other, id],
      [person, draft],
      [employer, draft],
      [person, newUuid()],
    ] as const)
      expect(await world.refusal(read(by, of))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a revision', () => {
  it('is of the role however its name is written: spaces and signs that look alike make no other', async () => {
    const person = await colleague()
    await active(person)
    const again = await offered(person, { role: '\u2002product\u00a0  \uff24ESIGNER ' })
    expect(again).toMatchObject({ role: 'product DESIGNER', revision: 2 })
  })

  it('supersedes the running contract, which pays until the day before', async () => {
    const person = await colleague()
    const first = await active(person, {
      effective_date: '2026-11-09',
      contract_start_date: '2026-11-09',
    })
    const raise = {
      effective_date: '2026-12-07',
      contract_start_date: '2026-11-09',
      hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 6400 },
    }
    const next = await offered(person, raise)
    expect(next.revision).toBe(2)
    expect(await get(employer, first.contract_uuid)).toMatchObject({
      status: 'ACTIVE',
      contract_end_date: null,
    })
    await sign(person, next.contract_uuid, next.pdf_sha256)
    expect(await get(employer, first.contract_uuid)).toMatchObject({
      status: 'ACTIVE',
      contract_end_date: '2026-12-06',
      superseded_on: '2026-12-07',
    })
    expect(await get(employer, next.contract_uuid)).toMatchObject({ superseded_on: null })
    const on = async (start_date: string, end_date: string) => {
      const rows = await world.unit(SYSTEM_ACTOR, ctx =>
        contractsOnPolicy(ctx, policy, { start_date, end_date }),
      )
      return rows
        .filter(row => row.contractor_sub === person.sub)
        .map(row => [row.revision, row.contract_start_date, row.contract_end_date])
    }
    const [old, raised] = [
      [1, '2026-11-09', '2026-12-06'],
      [2, '2026-12-07', null],
    ]
    expect(await on('2026-11-21', '2026-12-04')).toEqual([old])
    expect(await on('2026-12-05', '2026-12-18')).toEqual(expect.arrayContaining([old, raised]))
    expect(await on('2026-12-19', '2027-01-01')).toEqual([raised])
    expect(await on('2026-10-24', '2026-11-08')).toEqual([])
    const start = world.clock.now()
    world.clock.set('2026-12-07T00:00:00.000Z')
    await world.unit(SYSTEM_ACTOR, ctx => expireContracts(ctx, employer.employer_uuid))
    expect(await get(employer, first.contract_uuid)).toMatchObject({
      status: 'COMPLETED',
      contract_end_date: '2026-12-06',
    })
    world.clock.set(start.toISOString())
  })

  it('that takes effect today or earlier completes the old contract at once', async () => {
    const person = await colleague()
    const first = await active(person, {
      effective_date: '2026-11-09',
      contract_start_date: '2026-11-09',
    })
    await active(person, { effective_date: '2026-11-16', contract_start_date: '2026-11-09' })
    expect(await get(employer, first.contract_uuid)).toMatchObject({
      status: 'COMPLETED',
      contract_end_date: '2026-11-15',
    })
    const never = await active(person, {
      effective_date: '2026-11-01',
      contract_start_date: '2026-11-01',
    })
    expect(never.revision).toBe(3)
  })
})

describe('ending', () => {
  it('a contract is completed on a day; until then it earns, and its contractor stays', async () => {
    const person = await colleague()
    const { contract_uuid: id } = await active(person, {
      effective_date: '2026-11-02',
      contract_start_date: '2026-11-02',
    })
    const complete = (desired_completion_date: string) =>
      world.call('completeContract', employer, {
        params: { id },
        body: { desired_completion_date, reason: 'Done' },
      })
    const offboard = () =>
      world.call('deleteContractor', employer, { params: { contractor_email: person.email } })
    expect(await world.refusal(offboard())).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await world.refusal(complete('2026-11-01'))).toMatchObject({
      field: 'body.desired_completion_date',
    })
    expect(await complete('2026-11-20')).toMatchObject({
      status: 'ACTIVE',
      contract_end_date: '2026-11-20',
    })
    expect(await world.refusal(complete('2026-11-21'))).toMatchObject({
      field: 'body.desired_completion_date',
    })
    expect(await complete('2026-11-16')).toMatchObject({
      status: 'COMPLETED',
      contract_end_date: '2026-11-16',
    })
    expect(await world.refusal(complete('2026-11-16'))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    expect(await offboard()).toEqual({ ok: true })
  })

  it('what runs is not discarded', async () => {
    const runs = await active(await colleague())
    const discard = world.call('discardContract', employer, { params: { id: runs.contract_uuid } })
    expect(await world.refusal(discard)).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
  })
})

async function rename(person: Actor, last_name: string): Promise<void> {
  const permanent_address = {
    street_number_and_name: '1 Main',
    city_or_municipality: 'Montréal',
    country_code: 'CA',
    subdivision_code: 'CA-QC',
  }
  await world.call('putPersonalInformation', person, {
    body: {
      first_name: 'Chloé',
      last_name,
      preferred_name: 'Chloé',
      phone_number: '+15145550100',
      permanent_address,
    },
  })
}

/** Whether the seal's own digest is that of the bytes it covers, to the end of the file. */
function sealedDigest(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const [a = 0, b = 0, c = 0, d = 0] = (
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text) ?? []
  )
    .slice(1)
    .map(Number)
  const covered = Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)])
  const cms = Buffer.from(text.slice(b, c).replace(/[<>\s]/g, ''), 'hex')
  return c + d === file.length && cms.includes(createHash('sha256').update(covered).digest())
}
