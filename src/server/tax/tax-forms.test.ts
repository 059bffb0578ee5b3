/** Tax forms: which payer is owed which, what is asked for, and that what is signed is what was read. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { readText } from '#server/gateways/pdf/read-text.test-data.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { holding, outcome, waiting } from '#test/harness/races.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  testWorld,
  type World,
} from '#test/harness/world.ts'
import { mailTaxFormsExpire } from '../notifications/index.ts'
import { mailsOf } from '../notifications/mails.test-data.ts'
import { foundForms, tellExpiringForms } from './index.ts'

let world: World
let admin: Admin
let american: Person & { employer_uuid: string }
let canadian: Person & { employer_uuid: string }
let contractor: Person
let legal_name: string

beforeEach(async () => {
  world = await testWorld()
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  american = await givenEmployer(world, operator, 'boss@delaware.test')
  canadian = await givenEmployer(world, operator, 'boss@northwind.test')
  await admin.tamper(IN_US, [american.employer_uuid])
  contractor = await givenContractor(world, operator, 'amara@okafor.test')
  for (const employer of [american, canadian]) await work(employer)
  ;({ legal_name } = await call(world, contractor, 'getTaxForms'))
})
afterEach(async () => {
  await admin.close()
  await world.close()
})

const IN_US =
  "update employer set country_code = 'US', registered_address = null where employer_uuid = $1"
const work = async (employer: Person, who = contractor) => {
  await call(world, employer, 'inviteContractor', {
    body: { email: who.email, role: 'Data engineer' },
  })
  const invitations = await call(world, who, 'listInvitations')
  const open = invitations.find(({ status }) => status === 'INVITED')
  await call(world, who, 'acceptInvitation', {
    params: { id: open?.invitation_uuid ?? '' },
  })
}

const PERSON = {
  kind: 'INDIVIDUAL',
  country_code: 'NG',
  us_resident: false,
  entity_name: '',
  entity_type: null,
  classification: null,
  us_tax_number: '',
  foreign_tax_number: '22345678-0001',
  birth_date: '1990-05-17',
  treaty: false,
} as const
/** By birth, in a territory of the United States. */
const CITIZEN = {
  ...PERSON,
  country_code: 'PR',
  classification: 'INDIVIDUAL',
  us_tax_number: '536-22-1234',
  foreign_tax_number: '',
}
const preview = (answers: object = PERSON) =>
  call(world, contractor, 'previewTaxForms', { body: { answers: answers as never } })
const sign = async (answers: object = PERSON, sha256?: string) =>
  call(world, contractor, 'signTaxForms', {
    body: {
      answers: answers as never,
      name: legal_name,
      name_is_mine: undefined,
      sha256: sha256 ?? (await preview(answers)).sha256,
    },
  })
/** The mails that leave because of forms that expire at the end of 2029. */
const mailed = () =>
  mailsOf(world, mailTaxFormsExpire, {
    contractor_sub: contractor.sub,
    valid_through: '2029-12-31',
  })
const fieldsOf = (answers: object) =>
  preview(answers).then(
    () => [],
    error => error.fields.map(({ loc }: { loc: string[] }) => loc.at(-1)),
  )

describe('tax forms', () => {
  it('are owed to payers in the United States alone, and each says why', async () => {
    const before = await call(world, contractor, 'getTaxForms')
    expect(before.payers.map(({ reason }) => reason).sort()).toEqual([
      'NOT_ANSWERED',
      'PAYER_NOT_US',
    ])
    const { forms } = await preview()
    expect(forms.map(({ kind, payer }) => [kind, payer])).toEqual([['W-8BEN', 'Company of boss']])
    const lives = forms[0]?.lines.find(({ line }) => line === '3')
    expect(lives?.value).toMatch(/^14 Adeola Street, Lagos, .+, Nigeria$/)
    expect(lives?.value.match(/Nigeria/g)).toHaveLength(1)
  })

  it('are signed as they were read, sealed, and held by both until the third year is over', async () => {
    const [form] = await sign()
    expect(form).toMatchObject({ kind: 'W-8BEN', valid_through: '2029-12-31', state: 'VALID' })
    const { items, counts } = await call(world, american, 'listEmployerTaxForms', {
      query: { limit: 50 },
    })
    expect(items).toMatchObject([{ contractor_name: expect.stringContaining('Okafor'), form }])
    expect(counts).toEqual({ people: 1, valid: 1, missing: 0 })
    const file = await call(world, american, 'getEmployerTaxFormPdf', {
      params: { id: form?.form_uuid ?? '' },
    })
    const read = "select purpose, reader_role from file_read where purpose <> 'verification'"
    expect(await admin.rows(read)).toEqual([{ purpose: 'tax', reader_role: 'employer' }])
    const text = (await readText(await wholeFile(file))).join(' ')
    for (const part of [
      'Form W-8BEN',
      'Amara Okafor',
      '22345678-0001',
      'May 17, 1990',
      'Nigeria',
      'perjury',
    ])
      expect(text).toContain(part)
    const own = await call(world, contractor, 'getTaxForms')
    expect(own.answers).toMatchObject({ foreign_tax_number: '•• 0001' })
    expect(await world.broken()).toEqual([])
  })

  it('are nobody else’s: not another payer’s, and not another contractor’s', async () => {
    const [form] = await sign()
    const params = { id: form?.form_uuid ?? '' }
    const none = { code: 'NOT_FOUND' }
    await expect(call(world, canadian, 'getEmployerTaxFormPdf', { params })).rejects.toMatchObject(
      none,
    )
    const operator = await givenOperator(world, 'second@corridor.test')
    const other = await givenContractor(world, operator, 'chloe@tremblay.test')
    await expect(call(world, other, 'getTaxFormPdf', { params })).rejects.toMatchObject(none)
    const { items } = await call(world, canadian, 'listEmployerTaxForms', { query: { limit: 50 } })
    expect(items.map(({ form: given }) => given)).toEqual([null])
  })

  it('show who signed them who opened each, when and why, and nobody else', async () => {
    const [first] = await sign()
    const own = () => call(world, contractor, 'getTaxForms')
    const readsIn = ({ payers }: Awaited<ReturnType<typeof own>>) =>
      payers.map(({ employer_name, form }) => [employer_name, form?.reads ?? null])
    expect(readsIn(await own())).toEqual([
      ['Company of boss', []],
      ['Company of boss', null],
    ])
    world.clock.set('2026-11-25T10:00:00Z')
    const open = (id = '') => call(world, american, 'getEmployerTaxFormPdf', { params: { id } })
    await open(first?.form_uuid)
    const { first_name, last_name } = await call(world, american, 'getMe')
    const read = {
      reader_role: 'employer',
      reader_name: `${first_name} ${last_name}`,
      purpose: 'tax',
      read_at: new Date('2026-11-25T10:00:00Z'),
      mine: false,
    }
    expect((await own()).payers.flatMap(({ form }) => form?.reads ?? [])).toEqual([read])

    // Not its payer, not another payer, and not somebody else who works with both.
    const operator = await givenOperator(world, 'second@corridor.test')
    const other = await givenContractor(world, operator, 'chloe@tremblay.test')
    await work(american, other)
    for (const by of [american, canadian])
      expect(
        JSON.stringify(await call(world, by, 'listEmployerTaxForms', { query: { limit: 50 } })),
      ).not.toContain('read')
    const theirs = await call(world, other, 'getTaxForms')
    expect(theirs.payers.map(({ form }) => form)).toEqual([null])
    expect(theirs.earlier).toEqual([])

    // What was opened is told also once another form stands in its place, and once the company is left.
    const [second] = await sign({ ...PERSON, birth_date: '1990-05-18' })
    const replaced = await own()
    expect(replaced.payers.flatMap(({ form }) => form?.reads ?? [])).toEqual([])
    expect(replaced.earlier).toMatchObject([{ form_uuid: first?.form_uuid, reads: [read] }])
    await call(world, american, 'deleteContractor', {
      params: { contractor_email: contractor.sub },
    })
    world.clock.set('2026-11-26T10:00:00Z')
    await open(second?.form_uuid)
    expect((await own()).earlier).toMatchObject([
      {
        form_uuid: second?.form_uuid,
        employer_name: 'Company of boss',
        reads: [{ ...read, read_at: new Date('2026-11-26T10:00:00Z') }],
      },
      { form_uuid: first?.form_uuid, reads: [read] },
    ])
    expect(await world.broken()).toEqual([])
  })

  it('keep their answers sealed, and take numbers that come back masked for those that were given', async () => {
    await sign()
    const [row] = await admin.rows<{ row: string }>('select t::text "row" from tax_form t')
    expect(row?.row).toContain('sealed:')
    expect(row?.row).not.toMatch(/22345678|1990-05-17/)
    await sign({ ...PERSON, foreign_tax_number: '•• 0001', birth_date: '1990-05-18' })
    const forms = await admin.rows('select 1 from tax_form where superseded_at is null')
    expect(forms).toHaveLength(1)
    const { forms: read } = await preview({ ...PERSON, foreign_tax_number: '•• 0001' })
    expect(read[0]?.lines.map(({ value }) => value)).toContain('22345678-0001')
  })

  it('are not signed where they say something else by now', async () => {
    const { sha256 } = await preview()
    await expect(sign({ ...PERSON, birth_date: '1990-05-18' }, sha256)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await admin.rows('select 1 from tax_form')).toEqual([])
  })

  it('signed twice at the same moment are one that holds', async () => {
    const { sha256 } = await preview()
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => sign(PERSON, sha256)))
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    expect(await admin.rows('select 1 from tax_form')).toHaveLength(1)
    expect(await admin.rows('select 1 from tax_form where superseded_at is null')).toHaveLength(1)
  })

  it('reach no company that ended the relation at that very moment', async () => {
    const { sha256 } = await preview()
    const ended = await holding(
      world,
      `update invitation set status = 'OFFBOARDED' where employer_uuid = '${american.employer_uuid}'`,
    )
    const signing = outcome(sign(PERSON, sha256))
    await waiting(admin, 1, signing)
    await ended()
    expect(await signing).toBe('CONFLICT')
    expect(await admin.rows('select 1 from tax_form')).toEqual([])
  })

  it('that came first are there when the company ends the relation, which waits for them', async () => {
    const { sha256 } = await preview()
    const slow = await holding(world, 'lock table tax_form in share mode')
    const signing = sign(PERSON, sha256)
    await waiting(admin, 1, signing)
    const ending = call(world, american, 'deleteContractor', {
      params: { contractor_email: contractor.sub },
    })
    await waiting(admin, 2, ending)
    const status = () =>
      admin.rows('select status from invitation where employer_uuid = $1', [american.employer_uuid])
    expect(await status()).toEqual([{ status: 'ACCEPTED' }])
    await slow()
    expect(await signing).toHaveLength(1)
    await ending
    expect(await status()).not.toEqual([{ status: 'ACCEPTED' }])
    expect(await world.broken()).toEqual([])
  })

  it('that expire are told to who signed them 30 days before, once, and seen by the payer', async () => {
    const tell = () => tellExpiringForms(world.unit)
    const told = () =>
      admin.rows(
        "select payload->>'valid_through' valid_through from outbox_event where type = 'tax.forms_expiring'",
      )
    await sign()
    world.clock.set('2029-11-30T06:10:00Z')
    await tell()
    expect(await told()).toEqual([])
    world.clock.set('2029-12-01T06:10:00Z')
    await Promise.all([tell(), tell(), tell()])
    await tell()
    expect(await told()).toEqual([{ valid_through: '2029-12-31' }])
    const [mail] = await mailed()
    expect(mail).toMatchObject({
      to: contractor.email,
      subject: 'Your tax form expires soon',
    })
    expect(mail?.text).toContain('Your tax form expires on December 31, 2029')
    expect(mail?.text).toContain('Company of boss')
    const listed = await call(world, american, 'listEmployerTaxForms', { query: { limit: 50 } })
    expect(listed.items.map(({ form }) => form?.state)).toEqual(['EXPIRES_SOON'])
    // The one that takes its place holds for longer: there is nothing to say any more.
    world.clock.set('2030-01-02T06:10:00Z')
    await sign({ ...PERSON, birth_date: '1990-05-18' })
    await tell()
    expect(await told()).toHaveLength(1)
    expect(await mailed()).toEqual([])
  })

  it('ask for what each needs, and refuse numbers that cannot be one', async () => {
    const us = { ...PERSON, country_code: 'US' }
    expect(await fieldsOf(us)).toEqual(['classification', 'us_tax_number'])
    const named = { ...us, classification: 'INDIVIDUAL' }
    expect(await fieldsOf({ ...named, us_tax_number: '078-05-1120' })).toEqual(['us_tax_number'])
    expect(await fieldsOf({ ...named, us_tax_number: '536-22-1234' })).toEqual([])
    expect(await fieldsOf({ ...PERSON, birth_date: null })).toEqual(['birth_date'])
    expect(await fieldsOf({ ...PERSON, country_code: 'ZZ' })).toEqual(['country_code'])
    // Nigeria has no treaty with the United States.
    expect(await fieldsOf({ ...PERSON, foreign_tax_number: '', treaty: true })).toEqual([
      'treaty',
      'foreign_tax_number',
    ])
    const company = {
      ...PERSON,
      kind: 'ENTITY',
      country_code: 'CA',
      foreign_tax_number: '123456789',
    }
    expect((await fieldsOf(company)).sort()).toEqual([
      'active_nffe',
      'entity_name',
      'entity_type',
      'foreign_tax_number',
    ])
  })

  it('are outdated for both sides at once by a move, another name, and what was answered since', async () => {
    const states = async () => {
      const { items, counts } = await call(world, american, 'listEmployerTaxForms', {
        query: { limit: 50 },
      })
      const { pieces } = await call(world, american, 'getEmployerTaxFormsCsv')
      const csv = Buffer.concat(await Array.fromAsync(pieces)).toString()
      const own = await call(world, contractor, 'getTaxForms')
      return [
        own.payers.find(({ country_code }) => country_code === 'US')?.form?.state,
        items[0]?.form?.state,
        csv.match(/,(VALID|OUTDATED|MISSING)\r?\n/)?.[1],
        counts.valid === 1 ? 'VALID' : 'OUTDATED',
      ]
    }
    const all = (state: string) => Array(4).fill(state)
    const change = (to: string) =>
      admin.rows(`update person set ${to} where sub = $1`, [contractor.sub])
    await sign()
    expect(await states()).toEqual(all('VALID'))
    await change("country_code = 'GH'")
    expect(await states()).toEqual(all('OUTDATED'))
    await change("country_code = 'NG', last_name = 'Okafor-Bello'")
    expect(await states()).toEqual(all('OUTDATED'))
    ;({ legal_name } = await call(world, contractor, 'getTaxForms'))
    await sign()
    expect(await states()).toEqual(all('VALID'))

    // A citizen's holds wherever they live; until they are called otherwise.
    expect((await sign(CITIZEN)).map(({ kind }) => kind)).toEqual(['W-9'])
    await change("country_code = 'GH'")
    expect(await states()).toEqual(all('VALID'))
    await change("country_code = 'NG', last_name = 'Okafor'")
    expect(await states()).toEqual(all('OUTDATED'))
    ;({ legal_name } = await call(world, contractor, 'getTaxForms'))

    // A form of before says nothing of what it holds by: the daily job does, by what was answered.
    await sign()
    await admin.rows('update tax_form set basis = null')
    expect(await states()).toEqual(all('VALID'))
    await foundForms(world.unit)
    await change("country_code = 'GH'")
    expect(await states()).toEqual(all('OUTDATED'))
    await change("country_code = 'NG'")
    await sign(CITIZEN)
    await admin.rows("update tax_form set basis = null, kind = 'W-8BEN'")
    await foundForms(world.unit)
    expect(await states()).toEqual(all('OUTDATED'))
    expect(await world.broken()).toEqual([])
  })

  it('of another kind hold no longer with a company that was left before', async () => {
    const operator = await givenOperator(world, 'second@corridor.test')
    const other = await givenEmployer(world, operator, 'boss@other.test')
    await admin.tamper(IN_US, [other.employer_uuid])
    await work(other)
    await sign()
    await call(world, other, 'deleteContractor', { params: { contractor_email: contractor.sub } })
    await sign(CITIZEN)
    const standing = 'select kind from tax_form where superseded_at is null'
    expect(await admin.rows(standing)).toEqual([{ kind: 'W-9' }])
  })

  it('stand in the CSV of the payer without any number', async () => {
    await sign()
    const { pieces } = await call(world, american, 'getEmployerTaxFormsCsv')
    const csv = Buffer.concat(await Array.fromAsync(pieces)).toString()
    expect(csv).toContain(`${legal_name},NG,W-8BEN,`)
    expect(csv).toContain('2029-12-31,VALID')
    expect(csv).not.toContain('22345678')
  })
})
