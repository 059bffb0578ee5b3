/**
 * What pages and the clock look for is found along an index (decision 0256): each statement is run over a platform in which there is much that it does not look for, where a scan of a whole table
 * is the planner's last choice, and may meet few of its rows. A statement that has no index for what it asks, or walks along one from end to end, meets them all.
 */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DB } from '#db/types.gen.ts'
import { listFunded } from '#server/batches/batch.report.store.ts'
import { listEmployersWithFees } from '#server/billing/fee.report.store.ts'
import { completeEnded, employersWithEnding } from '#server/contracts/contract-set.store.ts'
import { listProvenFiles } from '#server/evidence/evidence.report.store.ts'
import { latestRates } from '#server/exchange/rate.store.ts'
import { findMoved, findSpent } from '#server/gateways/tokens/missing.store.ts'
import { readOnboardingFacts } from '#server/identity/person.report.store.ts'
import { webhooksWithDue } from '#server/integrations/delivery.store.ts'
import { listSent } from '#server/integrations/webhook.report.store.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FieldCipher } from '#server/kernel/field-cipher.ts'
import { listFundings, readNeeds } from '#server/ledger/funding.report.store.ts'
import { listUnfinished } from '#server/payments/execution.store.ts'
import { isAnyFrozen } from '#server/payments/freeze.store.ts'
import { cyclesFunded, listEmployersWithHeld, listHeldItems } from '#server/payments/held.store.ts'
import { countUnpaid } from '#server/payments/payment.store.ts'
import { listEnded } from '#server/payments/payment-history.report.store.ts'
import { listAgreed, readWalletSums } from '#server/payments/wallet.report.store.ts'
import { listGaps } from '#server/payroll/calendar-gaps.report.store.ts'
import * as late from '#server/payroll/late-pay.report.store.ts'
import { listEmployerCycles } from '#server/payroll/operations-pay-cycles.report.store.ts'
import { listPoliciesToOpen } from '#server/payroll/policy.store.ts'
import { selectContractorRow } from '#server/people/contractor-list.report.store.ts'
import { selectBirthDates } from '#server/people/document.report.store.ts'
import { replaceDocument, selectDocument } from '#server/people/document.store.ts'
import { findEmployerId } from '#server/people/employer.report.store.ts'
import { selectEnded, selectKeptPapers } from '#server/people/erasure.report.store.ts'
import { findContractorOf } from '#server/people/invitation.store.ts'
import { selectEmployersForReview } from '#server/people/review-list.report.store.ts'
import { findDifference } from '#server/reconciliation/difference.report.store.ts'
import { listHits } from '#server/screening/hit.report.store.ts'
import { isAnythingDue } from '#server/search/waiting.report.store.ts'
import { listSignedForms } from '#server/tax/tax-form.report.store.ts'
import { selectLastAnswers } from '#server/tax/tax-form.store.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { fillPlatform, idOf, MANY } from './many-rows.ts'

/** So many rows of all tables together may be met: a page, and what belongs to it. */
const FEW = 400
const NOW = new Date('2026-03-02T10:00:00Z')
const TODAY = '2026-03-02'
const ID = idOf('employer', 7)
const CYCLE = idOf('cycle', 7)
const SUB = 'c7'
const START = { pay_date: '-infinity', line_item_uuid: '00000000-0000-0000-0000-000000000000' }
const REVIEWED = { search: undefined, verification: undefined, after: undefined, limit: 50 }

const AS_OPERATOR = '-c app.role=operator'

let db: Kysely<DB>
let client: pg.Client
let drop: () => Promise<void>
let said: { sql: string; parameters: readonly unknown[] }[] = []
beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  client = new pg.Client({ connectionString: clone.databaseUrl, options: AS_OPERATOR })
  await client.connect()
  await fillPlatform(client)
  await client.query('set enable_seqscan = off')
  const pool = new pg.Pool({ connectionString: clone.databaseUrl, max: 1, options: AS_OPERATOR })
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      said.push(query)
    },
  })
})
afterAll(async () => {
  await db?.destroy()
  await client?.end()
  await drop?.()
})

type Plan = Record<'Actual Rows' | 'Actual Loops', number> & {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows of tables a plan met. */
function metBy(plan: Plan): number {
  const own =
    plan['Relation Name'] === undefined || plan['Node Type'] === 'ModifyTable'
      ? 0
      : plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  return own * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, of) => sum + metBy(of), 0)
}

const on = () => ({
  tx: db as Tx,
  fields: { open: () => '{}', seal: () => '' } as unknown as FieldCipher,
})
const asks: Record<string, (tx: Tx) => Promise<unknown>> = {
  'what each source said of each pair last': tx => latestRates(tx, new Date()),
  'who one is, on every page': () => readOnboardingFacts(on(), SUB, ID),
  'a document of somebody': tx =>
    selectDocument(tx, { employer_uuid: null, contractor_sub: SUB }, ID),
  'a document in place of another': () =>
    replaceDocument(
      on(),
      { employer_uuid: null, contractor_sub: SUB },
      {
        ...UNDESCRIBED,
        document_uuid: ID,
        kind: 'k0',
        file_uuid: idOf('file', 7),
        uploaded_at: NOW,
      },
    ),
  'when people were born': () => selectBirthDates(on(), [SUB]),
  'whether somebody left': tx => selectEnded(tx, SUB),
  'which papers are kept': tx => selectKeptPapers(tx, SUB),
  'contracts that end': tx => employersWithEnding(tx, NOW, { now: NOW, today: TODAY }),
  'contracts of a company that end': tx => completeEnded(tx, ID, TODAY),
  'whose payments are held': tx => listEmployersWithHeld(tx),
  'what is held of a company': tx => listHeldItems(tx, { employer_uuid: ID }, START, 500),
  'what is held of a person': tx => listHeldItems(tx, { contractor_sub: SUB }, START, 500),
  'cycles that have their money': tx => cyclesFunded(tx, [idOf('item', 7)]),
  'batches that have their money': tx => listFunded(tx, [CYCLE]),
  'whether anything is frozen': tx => isAnyFrozen(tx),
  'executions to go on with': tx => listUnfinished(tx, NOW),
  'how many are unpaid': tx => countUnpaid(tx),
  'whether a payment is due': tx => isAnythingDue(tx, TODAY),
  'pay that is late': tx => late.listUnfinished(tx, { today: TODAY, limit: 50 }),
  'how much pay is late': tx => late.countUnfinished(tx, TODAY),
  'what all companies need': tx => readNeeds(tx, TODAY, null),
  'what a company needs': tx => readNeeds(tx, TODAY, ID),
  'receipts, newest first': tx => listFundings(tx, null),
  'matches that wait': () =>
    listHits(on(), {
      statuses: ['OPEN', 'CLAIMED'],
      party: undefined,
      after: undefined,
      limit: 51,
    }),
  'matches of a person': () =>
    listHits(on(), {
      statuses: ['OPEN', 'CLAIMED', 'CLEARED'],
      party: SUB,
      after: undefined,
      limit: 51,
    }),
  'matches of a company': () =>
    listHits(on(), {
      statuses: ['OPEN', 'CLAIMED', 'CLEARED'],
      party: ID,
      after: undefined,
      limit: 51,
    }),
  'what wallets are expected to hold': tx => readWalletSums(tx, WALLETS),
  'what ledger and rail agree on': tx => listAgreed(tx, 50),
  'what a rail sent': () => findMoved(db, 'solana'),
  'what a network took': () => findSpent(db, 'solana'),
  'whose fees are due': tx => listEmployersWithFees(tx, '2026-03-01'),
  'policies of a company to open': tx => listPoliciesToOpen(tx, TODAY, ID),
  'webhooks with something to send': tx => webhooksWithDue(tx, NOW),
  'what webhooks did not take': tx => listSent(tx, OWN, { failed: true, before: null, limit: 51 }),
  'what was sent to webhooks, further on': tx =>
    listSent(tx, OWN, { failed: false, before: ['2020-01-01', ID], limit: 51 }),
  'payments that are over, of a network': tx => listEnded(tx, { network: 'algo', limit: 51 }),
  'payments that are over, of a company': tx => listEnded(tx, { search: 'e7.test', limit: 51 }),
  'one difference': tx =>
    findDifference(tx, { limits: [LIMIT], of_statements: [] }, `movement:${idOf('transfer', 7)}`),
  'a company that is searched for': () =>
    selectEmployersForReview(on(), { ...REVIEWED, search: 'e7.test' }),
  'files of evidence': tx => listProvenFiles(tx, CYCLE),
  'companies in review': () => selectEmployersForReview(on(), REVIEWED),
  'a company by name': tx => findEmployerId(tx, 'e7.test'),
  'cycles of a company by name': tx => listEmployerCycles(tx, 'e7.test', { most: 50 }),
  'gaps in a calendar': tx => listGaps(tx, 'e7.test'),
  'one contractor of a company': tx => selectContractorRow(tx, ID, SUB),
  'one contractor by mail': tx => findContractorOf(tx, ID, 'c7@mail.test'),
  'tax forms of a person': tx => listSignedForms(tx, SUB),
  'what a person answered last': () => selectLastAnswers(on(), SUB),
}
const OWN = { employer_uuid: ID, sandbox: false }
const LIMIT = { currency: 'EUR', day: TODAY }
const SOLANA = {
  network: 'solana',
  currency: 'USDC',
  rail: 'Solana',
  spelled: 'never',
  only: false,
} as const
const BITCOIN = { ...SOLANA, network: 'bitcoin', currency: 'BTC', rail: 'Bitcoin' } as const
const WALLETS = [SOLANA, BITCOIN]
const UNDESCRIBED = {
  document_type: null,
  residency: null,
  citizenship: null,
  issuing_country: null,
  expires_on: null,
  number: null,
  birth_date: null,
}

it.each(Object.entries(asks))('%s', async (_, ask) => {
  // What is written is taken back: the pool has one connection.
  await sql`begin`.execute(db)
  said = []
  await ask(db)
  const asked = [...said]
  await sql`rollback`.execute(db)
  expect(asked.length).toBeGreaterThan(0)
  await client.query('begin')
  try {
    for (const { sql: text, parameters } of asked)
      expect(
        await met(text, parameters),
        `rows of ${MANY} and more that are met by ${text}`,
      ).toBeLessThan(FEW)
  } finally {
    await client.query('rollback')
  }
})

async function met(text: string, parameters: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...parameters],
  )
  const [row] = rows
  return row ? metBy(row['QUERY PLAN'][0].Plan) : Number.NaN
}
