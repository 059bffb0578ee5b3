/** Every call that answers a file: whoever opens a document is recorded with a purpose, and what they get can run nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import { call, callAs, type Person } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenContractor,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'

type Opened = {
  readonly by: Person
  readonly path: string
  readonly purpose: string
  readonly role: string
}

type Owned = {
  readonly id: string
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
}

/** Where anybody would ask for a document of this id, and where those who read contracts would ask for one. */
function pathsOf(
  id: string,
  sub: string,
  { readsContracts }: { readsContracts: boolean },
): string[] {
  return [
    ...(readsContracts ? ['', '/text'].map(part => `/contracts/${id}${part}`) : []),
    ...['/pdf', '/agreement'].map(part => `/contracts/${id}${part}`),
    `/contractor/contracts/${id}/pdf`,
    `/contractor/documents/${id}`,
    `/employer/company-documents/${id}`,
    `/operations/contractors/${sub}/${id}/file`,
    `/operations/employers/${sub}/documents/${id}/file`,
  ]
}

let world: World
let admin: Admin
let http: HttpWorld
let stage: CycleStage
const opened: Record<string, Opened> = {}

/** What is made for whoever asks, of what they may read anyway: there is no document that others opened. */
const MADE = {
  getBatchFile: 'recorded to pay by it, which batches.test.ts makes',
  exportToSign: 'of the transaction on the screen, recorded by sign-by-hand.test.ts',
  getCycleCsv: 'of the cycle on the screen',
  exportPaymentBatch: 'of the batch on the screen',
  getPolicyCsv: 'of the policy on the screen, dates alone',
  getPolicyIcs: 'of the policy on the screen, dates alone',
  getPayCalendarIcs: 'of the dates on the screen',
  readCalendarFeed: 'by link: dates alone',
  getJournalCsv: 'of the pays on the screen',
  getJournalImport: 'of the pays on the screen',
  getBillingInvoice: 'of the receipt on the screen',
  getInvoicePdf: 'of the invoice on the screen',
  previewInvoice: 'of the invoice on the screen',
  openInvoicePdf: 'by link: of the invoice on the screen',
  getStatementPdf: 'of what its owner chose to show',
  getPayslip: 'of the payment on the screen',
  getPaymentHistoryCsv: 'of the list on the screen',
  getWorkCsv: 'of the list on the screen',
  getOperationsPayCsv: 'of the pay cycles on the screen',
  getPaymentProof: 'recorded as the proof of a payment, which by-hand.test.ts makes',
  getReport: 'recorded as a report, which cycle-documents.test.ts makes',
  getTaxFormPdf: 'recorded as a tax form, which tax-forms.test.ts makes',
  getEmployerTaxFormPdf: 'recorded as a tax form, which tax-forms.test.ts makes',
  getEmployerTaxFormsCsv: 'of the list on the screen',
  watchExecution: 'progress, and no document',
  getEvidencePack: 'each contract in it is recorded, by its own test',
  getAgreement: 'recorded as a contract, by the same line as its PDF',
  getSharedContractPdf: 'by link: the share counts its views',
}

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  http = await httpWorld(world)
  stage = await givenApprovableCycle(world, 2)
  const { operator, employer } = stage
  const contractor = stage.contractors[0] as Person
  const [company] = (
    await call(world, operator, 'listOperationsEmployers', { query: { limit: 5 } })
  ).items
  const [person] = (
    await call(world, operator, 'listOperationsContractors', { query: { limit: 5 } })
  ).items
  const [contract] = await admin.rows<{ contract_uuid: string }>(
    'select contract_uuid from contract',
  )
  const mine = person?.documents[0]
  const theirs = company?.documents[0]
  const pdf = contract?.contract_uuid ?? ''
  Object.assign(opened, {
    getDocument: {
      by: contractor,
      path: `/contractor/documents/${mine?.document_uuid}`,
      purpose: 'own',
      role: 'contractor',
    },
    getCompanyDocument: {
      by: employer,
      path: `/employer/company-documents/${theirs?.document_uuid}`,
      purpose: 'own',
      role: 'employer',
    },
    getContractorFile: {
      by: operator,
      path: `/operations/contractors/${person?.sub}/${mine?.file_uuid}/file`,
      purpose: 'verification',
      role: 'operator',
    },
    getEmployerDocument: {
      by: operator,
      path: `/operations/employers/${company?.employer_uuid}/documents/${theirs?.document_uuid}/file`,
      purpose: 'verification',
      role: 'operator',
    },
    getContractPdf: {
      by: employer,
      path: `/contracts/${pdf}/pdf`,
      purpose: 'contract',
      role: 'employer',
    },
    getContractorContractPdf: {
      by: contractor,
      path: `/contractor/contracts/${pdf}/pdf`,
      purpose: 'contract',
      role: 'contractor',
    },
  })
})
afterAll(async () => {
  await http.close()
  await admin.close()
  await world.close()
})

describe('a file', () => {
  it('is answered by these calls, each of them known', () => {
    const files = Object.entries(api).filter(([, { response }]) => 'file' in response)
    expect(files.map(([name]) => name).sort()).toEqual(
      [...Object.keys(opened), ...Object.keys(MADE)].sort(),
    )
  })

  it('that is a document leaves who opened it and why, and comes in a sandbox', async () => {
    for (const [name, { by, path, purpose, role }] of Object.entries(opened)) {
      const before = await admin.rows('select from file_read')
      const answer = await http.app.inject({
        url: `${BASE_PATH}${path}`,
        headers: { authorization: `Bearer ${await http.tokenOf(by)}` },
      })
      expect([name, answer.statusCode]).toEqual([name, 200])
      const reads = await admin.rows(
        'select reader_sub, reader_role, purpose from file_read order by read_at, reader_sub',
      )
      expect([name, reads.length]).toEqual([name, before.length + 1])
      expect(reads).toContainEqual({ reader_sub: by.sub, reader_role: role, purpose })
      expect([name, answer.headers]).toMatchObject([
        name,
        {
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'content-disposition': expect.stringMatching(/^attachment; /),
          'cache-control': 'no-store',
        },
      ])
      world.clock.set(new Date(world.clock.now().getTime() + 1000).toISOString())
    }
  })

  it('shows its owner who opened it, when and why', async () => {
    const { documents } = await call(world, stage.contractors[0] as Person, 'getContractorSelf', {})
    const own = { reader_role: 'contractor', purpose: 'own' }
    const verified = { reader_role: 'operator', purpose: 'verification' }
    const reads = documents.flatMap(of => of.reads)
    // Who verified them opened both, and one of the two was opened again.
    expect(reads.filter(({ purpose }) => purpose === 'own')).toMatchObject([own])
    expect(reads.filter(({ purpose }) => purpose !== 'own')).toMatchObject(Array(3).fill(verified))
  })

  it('of each person and company is not there for anybody else: every id, every call, every person', async () => {
    const rival = await givenEmployer(world, stage.operator, 'boss@rival.test')
    const stranger = await givenContractor(world, stage.operator, 'worker@rival.test')
    const rows = await admin.rows<Owned>(`
      select file_uuid id, employer_uuid, contractor_sub from stored_file
      union all select document_uuid, employer_uuid, contractor_sub from identity_document
      union all select contract_uuid, employer_uuid, contractor_sub from contract`)
    expect(rows.length).toBeGreaterThan(20)
    const companies = [stage.employer, rival].map(by => ({ by, of: by.employer_uuid }))
    const workers = [stranger, ...stage.contractors].map(by => ({ by, of: null }))
    let asked = 0
    for (const { by, of } of [...companies, ...workers]) {
      const headers = { authorization: `Bearer ${await http.tokenOf(by)}` }
      const isTheirs = (row: Owned) =>
        row.contractor_sub === by.sub || (of !== null && row.employer_uuid === of)
      for (const { id, ...row } of rows.filter(row => !isTheirs(row)))
        for (const path of pathsOf(id, row.contractor_sub ?? row.employer_uuid ?? '', {
          readsContracts: true,
        })) {
          const { statusCode } = await http.app.inject({ url: `${BASE_PATH}${path}`, headers })
          expect([by.email, path, statusCode]).toEqual([by.email, path, 404])
          asked += 1
        }
    }
    expect(asked).toBeGreaterThan(1000)
    // An operator finds a paper with its owner alone, and no contract by its id.
    const headers = { authorization: `Bearer ${await http.tokenOf(stage.operator)}` }
    for (const { id } of rows)
      for (const path of pathsOf(id, newUuid(), { readsContracts: false })) {
        const { statusCode } = await http.app.inject({ url: `${BASE_PATH}${path}`, headers })
        expect([path, statusCode]).toEqual([path, 404])
      }
    for (const { id, contractor_sub } of rows)
      for (const { by } of workers.filter(({ by }) => by.sub !== contractor_sub)) {
        const path = `/operations/contractors/${by.sub}/${id}/file`
        const { statusCode } = await http.app.inject({ url: `${BASE_PATH}${path}`, headers })
        expect([path, statusCode]).toEqual([path, 404])
      }
  })

  it('is not opened by who may not, and then nothing is recorded', async () => {
    const before = await admin.rows('select from file_read')
    const { path } = opened.getDocument ?? { path: '' }
    for (const by of [stage.employer, stage.operator])
      expect(
        (
          await http.app.inject({
            url: `${BASE_PATH}${path}`,
            headers: { authorization: `Bearer ${await http.tokenOf(by)}` },
          })
        ).statusCode,
      ).toBe(404)
    await expect(
      callAs(world, ANONYMOUS, 'openSharedContract', { body: { token: 'none' } }),
    ).rejects.toBeDefined()
    expect(await admin.rows('select from file_read')).toEqual(before)
  })
})
