/** An employer's journal as files: line by line, or in the import layout of an accounting program (decision 0069). */
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { addDays, formatDate } from '#domain/kernel/plain-date.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import {
  DEFAULT_CODES,
  dayAndMonth,
  exchangeLines,
  feeLines,
  fundingLines,
  JOURNAL_ACCOUNTS,
  type JournalLine,
  journalNumber,
  monthFirst,
  payCredit,
  payLines,
  xeroNoTax,
} from '#domain/payroll/journal.ts'
import { employerOf } from '../kernel/actor.ts'
import { csvOf } from '../kernel/csv.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { say } from '../kernel/words.ts'
import { readBalances } from '../ledger/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import {
  type JournalHead,
  type JournalItem,
  type JournalPeriod,
  listJournalHeads,
  listJournalItems,
} from './journal.report.store.ts'
import {
  holdAccounts,
  type JournalAccountRow,
  listAccountRows,
  saveAccounts,
} from './journal-account.store.ts'

type Asked = Omit<JournalPeriod, 'employer_uuid'>
type AccountOf = (line: JournalLine) => JournalAccountRow

const MOST_DAYS = 366
const PAGE = 1000
const HEADS = 200

/** The accounts of the acting employer, each as they named it or as we do, and the currencies that there are. */
export async function getJournalAccounts(ctx: Ctx) {
  const employer_uuid = employerOf(ctx.actor)
  const accounts = await accountsOf(ctx, employer_uuid)
  return {
    ...{ accounts, version: versionOf(accounts) },
    currencies: (await readBalances(ctx.tx, employer_uuid)).map(({ currency }) => currency),
  }
}

/** Names accounts of the acting employer's books. The same again is no conflict; CONFLICT where they are not as they were `seen`. */
export async function putJournalAccounts(
  ctx: Ctx,
  accounts: readonly JournalAccountRow[],
  seen?: string,
) {
  const employer_uuid = employerOf(ctx.actor)
  const last = new Map(accounts.map(row => [row.account, row]))
  await holdAccounts(ctx.tx, employer_uuid)
  const before = await accountsOf(ctx, employer_uuid)
  const after = before.map(row => last.get(row.account) ?? row)
  if (versionOf(after) !== versionOf(before)) requireSeen(seen, versionOf(before))
  await saveAccounts(ctx.tx, employer_uuid, [...last.values()])
  if (last.size > 0)
    ctx.audit({
      action: 'name_accounts',
      entity: 'employer',
      entity_uuids: [employer_uuid],
      employer_uuid,
      after: { accounts: [...last.values()] },
    })
  return getJournalAccounts(ctx)
}

async function accountsOf(ctx: Ctx, employer_uuid: string): Promise<JournalAccountRow[]> {
  const named = new Map(
    (await listAccountRows(ctx.tx, employer_uuid)).map(row => [row.account, row]),
  )
  return JOURNAL_ACCOUNTS.map(
    account =>
      named.get(account) ?? {
        account,
        name: say(`payroll.journal.accounts.${account}`),
        code: DEFAULT_CODES[account],
      },
  )
}

/** The journal of a period, a line for each person and account, in short transactions of their own. */
export async function journalCsv(ctx: Ctx, asked: Asked): Promise<FileInPieces> {
  const { period, accountOf } = await prepared(ctx, asked)
  return {
    file_name: `journal-${asked.from}-${asked.to}.csv`,
    mime_type: 'text/csv',
    pieces: csvOf<Reached>(
      reached => ctx.readLater(later => generalPage(later, period, accountOf, reached)),
      GENERAL,
    ),
  }
}

/** The journal of a period in an import layout: one line for each entry and account. Xero's holds one currency. */
export async function journalImport(
  ctx: Ctx,
  layout: 'quickbooks' | 'xero',
  asked: Asked,
): Promise<FileInPieces> {
  if (layout === 'xero' && !asked.currency)
    throw invalidField('currency', 'payroll.problems.journalOneCurrency')
  const { period, accountOf } = await prepared(ctx, asked)
  const noTax = xeroNoTax((await getEmployerRecord(ctx, employerOf(ctx.actor))).established_in)
  const columns = layout === 'xero' ? XERO : QUICKBOOKS
  const row = layout === 'xero' ? xeroRow(noTax) : quickbooksRow
  const page = async ({ tx }: Ctx, after: JournalHead | undefined) => {
    const heads = await listJournalHeads(tx, period, after, HEADS)
    const records = heads.flatMap(head =>
      linesOf(head).map(line => row(head, line, accountOf(line))),
    )
    return { records, last: heads.length < HEADS ? undefined : heads.at(-1) }
  }
  const currency = asked.currency ? `-${asked.currency}` : ''
  return {
    file_name: `${layout}-journal${currency}-${asked.from}-${asked.to}.csv`,
    mime_type: 'text/csv',
    pieces: csvOf<JournalHead>(after => ctx.readLater(later => page(later, after)), columns),
  }
}

async function prepared(ctx: Ctx, asked: Asked) {
  if (asked.to < asked.from) throw invalidField('to', 'payroll.problems.journalPeriod')
  if (asked.to > addDays(asked.from, MOST_DAYS))
    throw invalidField('to', 'payroll.problems.journalPeriodLong')
  const employer_uuid = employerOf(ctx.actor)
  const accounts = new Map((await accountsOf(ctx, employer_uuid)).map(row => [row.account, row]))
  const accountOf: AccountOf = ({ account }) =>
    accounts.get(account) ?? { account, name: account, code: '' }
  return { period: { ...asked, employer_uuid }, accountOf }
}

/** How far the journal has come: the entries that were read and are not written yet, and after which line item of the first it goes on. */
type Reached = { readonly heads: readonly JournalHead[]; readonly item?: JournalItem | undefined }

async function generalPage(
  { tx }: Ctx,
  period: JournalPeriod,
  accountOf: AccountOf,
  reached: Reached | undefined,
): Promise<{ records: object[]; last: Reached | undefined }> {
  const heads = reached?.heads ?? (await listJournalHeads(tx, period, undefined, HEADS))
  const [head, ...more] = heads
  if (!head) return { records: [], last: undefined }
  const next = async (): Promise<Reached> => ({
    heads: more.length > 0 ? more : await listJournalHeads(tx, period, head, HEADS),
  })
  const general = (line: JournalLine, item?: JournalItem) =>
    generalRow(head, line, accountOf(line), item)
  if (!isOfPay(head))
    return { records: linesOf(head).map(line => general(line)), last: await next() }
  const items = await listJournalItems(tx, head, reached?.item, PAGE)
  // Each person's pay with what it takes from the balance, so that a slice balances as the whole does.
  const records = items.flatMap(item => {
    const { contractors_minor, expenses_minor } = item
    const lines = [
      ...payLines(contractors_minor, expenses_minor),
      ...payCredit(contractors_minor + expenses_minor),
    ]
    return lines.map(line => general(line, item))
  })
  const last = items.at(-1)
  return {
    records,
    last: items.length < PAGE || !last ? await next() : { heads, item: last },
  }
}

function linesOf({ kind, first_minor, second_minor }: JournalHead): JournalLine[] {
  if (kind === 'FUNDING' || kind === 'REVERSAL') return fundingLines(first_minor)
  if (kind === 'CONVERSION') return exchangeLines(first_minor)
  if (kind === 'FEES') return feeLines(first_minor, second_minor)
  return [...payLines(first_minor, second_minor), ...payCredit(first_minor + second_minor)]
}

/** Whether it is of a pay, and so of line items. */
function isOfPay({ kind }: JournalHead): boolean {
  return kind === 'PAY' || kind === 'TAKEN_BACK'
}

function described(head: JournalHead, item?: JournalItem): string {
  const { kind, words, people, date } = head
  if (kind === 'FUNDING') return say('payroll.journal.lines.funding', { reference: words })
  if (kind === 'REVERSAL') return say('payroll.journal.lines.reversal', { reference: words })
  if (kind === 'CONVERSION') return say('payroll.journal.lines.conversion', { pair: words })
  if (kind === 'FEES') return say('payroll.journal.lines.fees', { number: words })
  const of = { policy: words, date: formatDate(date), back: String(kind === 'TAKEN_BACK') }
  return item
    ? say('payroll.journal.lines.person', { ...of, name: item.contractor_name })
    : say('payroll.journal.lines.people', { ...of, people })
}

const GENERAL = [
  'journal_no',
  'date',
  'account',
  'account_code',
  'debit',
  'credit',
  'currency',
  'description',
  'contractor_name',
  'reference',
  'entry_uuid',
  'line_item_uuid',
  'contractor_sub',
]

function generalRow(
  head: JournalHead,
  line: JournalLine,
  account: JournalAccountRow,
  item: JournalItem | undefined,
) {
  return {
    journal_no: journalNumber(head),
    date: head.date,
    account: account.name,
    account_code: account.code,
    ...sides(line, head.currency),
    currency: head.currency,
    description: described(head, item),
    contractor_name: item?.contractor_name ?? '',
    reference: isOfPay(head) ? '' : head.words,
    entry_uuid: head.id,
    line_item_uuid: item?.line_item_uuid ?? '',
    contractor_sub: item?.contractor_sub ?? '',
  }
}

/** Intuit, "Import journal entries": one entry for each number, debits and credits of each alike. */
const QUICKBOOKS = [
  'JournalNo',
  'JournalDate',
  'Currency',
  'AccountName',
  'Debits',
  'Credits',
  'Description',
]

function quickbooksRow(head: JournalHead, line: JournalLine, account: JournalAccountRow) {
  const { debit, credit } = sides(line, head.currency)
  return {
    JournalNo: journalNumber(head),
    JournalDate: monthFirst(head.date),
    Currency: head.currency,
    AccountName: account.name,
    Debits: debit,
    Credits: credit,
    Description: described(head),
  }
}

/** Xero, "Import manual journals": rows of one narration and date are one journal; a credit is below nothing. */
const XERO = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
]

function xeroRow(noTax: string) {
  return (head: JournalHead, { minor }: JournalLine, account: JournalAccountRow) => ({
    '*Narration': `${journalNumber(head)} ${described(head)}`,
    '*Date': dayAndMonth(head.date),
    Description: account.name,
    '*AccountCode': account.code,
    '*TaxRate': noTax,
    '*Amount': formatMinor(minor, exponentOf(head.currency)),
    TrackingName1: '',
    TrackingOption1: '',
    TrackingName2: '',
    TrackingOption2: '',
  })
}

function sides({ minor }: JournalLine, currency: string) {
  const text = formatMinor(minor < 0n ? -minor : minor, exponentOf(currency))
  return minor < 0n ? { debit: '', credit: text } : { debit: text, credit: '' }
}
