/** What both signed says what both read, whatever our own words for it have become between the offer and the signature. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContractText, linesOf } from '#domain/contracts/contract-text.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import { storeFile } from '../documents/index.ts'
import { readText } from '../gateways/pdf/read-text.test-data.ts'
import { SYSTEM_ACTOR } from '../kernel/actor.ts'
import { offersWorld } from './offers-world.test-data.ts'

let offers: Awaited<ReturnType<typeof offersWorld>>
beforeAll(async () => {
  offers = await offersWorld()
})
afterAll(() => offers?.world.end())

const OLD = 'Each party may end this at noon, as the release of the offer said.'

/** The same text with another first clause, as it stood in the words of an earlier release. */
const ofBefore = (text: ContractText): ContractText => ({
  ...text,
  sections: text.sections.map((section, at) =>
    at > 0
      ? section
      : { ...section, clauses: [{ number: '1.1', text: [{ as: 'text' as const, text: OLD }] }] },
  ),
})

it('the final paper has the words of the offer, and beside them the signature and the certificate', async () => {
  const { world, employer } = offers
  const person = await offers.colleague()
  const { contract_uuid: id, pdf_sha256 } = await offers.offered(person)
  const { text } = await offers.read(person, id)
  if (!text || !pdf_sha256) throw new Error('an offer has its text')
  const kept = { pages: 1, size_bytes: 1, text: ofBefore(text) }
  await world.unit(SYSTEM_ACTOR, ctx =>
    storeFile(ctx, {
      kind: 'contract_pages',
      file_name: `${id}-${pdf_sha256}.json`,
      employer_uuid: employer.employer_uuid,
      contractor_sub: person.sub,
      mime_type: 'application/json',
      bytes: Buffer.from(JSON.stringify(kept)),
    }),
  )
  await offers.sign(person, id)
  const signed = (await offers.read(employer, id)).text
  if (!signed) throw new Error('a signed contract has its text')
  expect(signed.sections).toEqual(kept.text.sections)
  expect(signed.signed).toBe('both')
  expect(signed.signatures.map(({ party, rows }) => [party, rows.length > 0])).toEqual([
    ['employer', true],
    ['contractor', true],
  ])
  expect(signed.certificate?.steps.length).toBeGreaterThan(2)
  const bytes = await wholeFile(await world.call('getContractPdf', employer, { params: { id } }))
  const printed = (await readText(bytes)).join('').replace(/\s+/g, '')
  expect(printed).toContain(OLD.replace(/\s+/g, ''))
  expect(linesOf(signed).filter(line => line.includes('noon'))).toHaveLength(1)
})

it('no paper is made of an exhibit that takes long to read, also where it was put before that was refused', async () => {
  const { world } = offers
  const id = await offers.draft(await offers.colleague(), { exhibit_format: 'MARKDOWN' })
  await world.unit(SYSTEM_ACTOR, ({ tx }) =>
    tx
      .updateTable('contract')
      .set({ exhibit_a: '*a_ '.repeat(2_400) })
      .where('contract_uuid', '=', id)
      .execute(),
  )
  expect(await world.refusal(offers.approve(id))).toMatchObject({
    code: 'VALIDATION',
    field: 'body.exhibit_a',
  })
})
