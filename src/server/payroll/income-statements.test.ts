/** Statements of a year: what their owner chose, to whoever has the code, until they are revoked or no longer true. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, callAs, type Person } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/open-world.ts'
import { type CycleStage, fund, givenApprovableCycle } from '#test/harness/world.ts'

let world: World
let admin: Admin
let told: CycleStage
let amara: Person
/** Two people were paid 3400.00 USD on March 20. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first, 2)
    await fund(first, stage, '6800.00')
    await approveAll(first, stage.employer, stage.id)
    first.clock.set('2026-03-20T10:00:00Z')
    const { payment_uuids } = await call(first, stage.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(first, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await first.execute(execution_uuid ?? '')
    await call(first, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK' } })
    return stage
  },
  copy => {
    world = copy.world
    admin = copy.admin
    told = copy.told
    amara = told.contractors[0] ?? told.employer
  },
)

const issue = (body: object = {}, who: Person = amara) =>
  call(world, who, 'issueStatement', {
    body: { year: 2026, shows_employers: false, shows_months: false, ...body },
  })
const codeOf = ({ link }: { link: string | null }) => link?.split('#')[1] ?? ''
const verified = async (code: string) =>
  (await callAs(world, ANONYMOUS, 'verifyPayslip', { body: { code } })).statement
const paper = async (params: { id: string }) => {
  const { pieces, file_name } = await call(world, amara, 'getStatementPdf', { params })
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return { file_name, ...JSON.parse(text.slice(text.indexOf('{'))) }
}
const RENAMED = {
  ...{ first_name: 'Amara', middle_name: '', last_name: 'Renamed', preferred_name: '' },
  phone_number: '+15145550100',
  permanent_address: {
    street_number_and_name: '1 Main',
    apartment_or_unit_number: '',
    city_or_municipality: 'Montréal',
    postal_code: '',
    country_code: 'CA',
    subdivision_code: 'CA-QC',
  },
}

describe('a statement', () => {
  it('says to whoever has its code the sum of the year, and no more than was chosen', async () => {
    const plain = await issue()
    const shown = await verified(codeOf(plain))
    expect(shown).toMatchObject({
      year: 2026,
      totals: [{ currency: 'USD', minor: 340_000n }],
      employers: [],
      months: [],
      holds: true,
      simulated: true,
    })
    expect(JSON.stringify(await admin.rows('select content from income_statement'))).not.toContain(
      'Northwind',
    )
    const all = await verified(codeOf(await issue({ shows_employers: true, shows_months: true })))
    expect(all?.employers).toHaveLength(1)
    expect(all?.months).toEqual([
      { month: '2026-03-01', totals: [{ currency: 'USD', minor: 340_000n }] },
    ])
  })

  it('is one, however often it is asked for', async () => {
    const [one, other] = await Promise.all([issue(), issue()])
    expect(other.statement_uuid).toBe(one.statement_uuid)
    const { years, items } = await call(world, amara, 'listStatements')
    expect(items).toEqual([one])
    expect(years).toMatchObject([{ year: 2026, totals: [{ currency: 'USD', minor: 340_000n }] }])
  })

  it('is not issued of a year without pay', async () => {
    await expect(issue({ year: 2025 })).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('is known to nobody once it is revoked, and stays so', async () => {
    const statement = await issue()
    const params = { id: statement.statement_uuid }
    const revoked = await call(world, amara, 'revokeStatement', { params })
    expect(revoked.link).toBeNull()
    expect(await call(world, amara, 'revokeStatement', { params })).toEqual(revoked)
    expect(await verified(codeOf(statement))).toBeNull()
    await expect(call(world, amara, 'getStatementPdf', { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(admin.rows('update income_statement set revoked_at = null')).rejects.toThrow(
      'stays as it was',
    )
    expect((await issue()).statement_uuid).not.toBe(statement.statement_uuid)
  })

  it('says that what it counts has changed since', async () => {
    const code = codeOf(await issue())
    const { items } = await call(world, amara, 'listPayslips', { query: { limit: 9 } })
    const { domain } = await call(world, told.employer, 'getEmployer')
    await call(world, told.operator, 'markLineItem', {
      params: {
        ...told.id,
        line_item_uuid: items[0]?.payslip_uuid ?? '',
        ...{ operation: 'unpaid', currency: 'USD', domain: domain ?? '' },
      },
      body: { amount_in_smallest_unit: 238_000n, reference: 'BACK' },
    })
    expect(await verified(code)).toMatchObject({ holds: false })
  })

  it('is issued anew once what came back has arrived after all, since the one of before holds no more', async () => {
    const first = await issue()
    const { items } = await call(world, amara, 'listPayslips', { query: { limit: 9 } })
    const { domain } = await call(world, told.employer, 'getEmployer')
    await call(world, told.operator, 'markLineItem', {
      params: {
        ...told.id,
        line_item_uuid: items[0]?.payslip_uuid ?? '',
        ...{ operation: 'unpaid', currency: 'USD', domain: domain ?? '' },
      },
      body: { amount_in_smallest_unit: 238_000n, reference: 'BACK' },
    })
    world.clock.set('2026-03-24T10:00:00Z')
    const { payment_uuids } = await call(world, told.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    await call(world, told.operator, 'bulkSettle', { body: { payment_uuids, reference: 'AGAIN' } })
    const again = await issue()
    expect(again.totals).toEqual([{ currency: 'USD', minor: 340_000n }])
    expect(await verified(codeOf(first))).toMatchObject({ holds: false })
    expect(await verified(codeOf(again))).toMatchObject({ holds: true })
    expect((await issue()).statement_uuid).toBe(again.statement_uuid)
  })

  it('holds also once a company that it names has another name, and is issued anew with that', async () => {
    const first = await issue({ shows_employers: true })
    await call(world, told.employer, 'putEmployerName', {
      body: { corporation_name: 'Another Name Inc.', business_name: '' },
    })
    const shown = await verified(codeOf(first))
    expect(shown).toMatchObject({ holds: true, employers: [{ name: 'Company of boss' }] })
    const again = await issue({ shows_employers: true })
    expect(again.statement_uuid).not.toBe(first.statement_uuid)
    expect(await verified(codeOf(again))).toMatchObject({
      holds: true,
      employers: [{ name: 'Another Name Inc.' }],
    })
  })

  it('says how its contractor was called when it was issued, and is issued anew with another name', async () => {
    const first = await issue()
    world.clock.set(new Date(world.clock.now().getTime() + 86_400_000).toISOString())
    await call(world, amara, 'putPersonalInformation', { body: RENAMED })
    const named = async (of: typeof first) => {
      const { contractor_name } = (await verified(codeOf(of))) ?? {}
      const params = { id: of.statement_uuid }
      const { contractor } = await paper(params)
      expect(contractor.name).toBe(contractor_name)
      return contractor_name
    }
    expect(await named(first)).not.toContain('Renamed')
    const again = await issue()
    expect(again.statement_uuid).not.toBe(first.statement_uuid)
    expect(await named(again)).toBe('Amara Renamed')
    expect((await issue()).statement_uuid).toBe(again.statement_uuid)
  })

  it('has a code of its own, that no other one verifies', async () => {
    const code = codeOf(await issue())
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
    expect(await verified(wrong)).toBeNull()
    expect(await verified(code.toLowerCase().replaceAll('-', ' '))).not.toBeNull()
    // As keyboards of East Asia write letters, and with the signs unseen that are copied from pages and mails.
    const wide = code.replace(/\w/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    expect(await verified(`\u200b${wide}\u2060`)).not.toBeNull()
    await admin.rows('alter table income_statement disable trigger keep_statement')
    await admin.rows(
      `update income_statement set content = jsonb_set(content, '{totals,0,minor}', '"999"')`,
    )
    expect(await verified(code)).toBeNull()
  })

  it('is one’s own, and its PDF says its code', async () => {
    const { statement_uuid: id, link } = await issue({ shows_months: true })
    expect(await paper({ id })).toMatchObject({
      file_name: 'statement-2026.pdf',
      totals: [{ amount: '3400.00', currency: 'USD' }],
      employers: [],
      months: [{ name: '2026-03-01' }],
      verification: { code: codeOf({ link }) },
    })
    const other = told.contractors[1] ?? amara
    for (const name of ['getStatementPdf', 'revokeStatement'] as const)
      await expect(call(world, other, name, { params: { id } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    expect((await call(world, other, 'listStatements')).items).toEqual([])
  })
})
