/**
 * ISO 20022 `camt.053` (statement of an account) and `camt.054` (debit and credit notification), versions 02 and 08: what was booked, and
 * what that says of payments of ours, which are known by their end-to-end ids.
 */
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor, type Money } from '#domain/kernel/money.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { type Answers, type FileRead, outcomeTotals, type PaymentOutcome } from './bank-file.ts'
import { entryOf, type Movement, type StatementEntry } from './camt-movements.ts'
import { amountAt, dateAt, readMessage } from './iso-values.ts'
import { nodeAt, nodesAt, textAt, type XmlNode } from './read-xml.ts'
import { amountOf, type Complain, reading } from './reading.ts'

/** Statements alone, for who needs what an account held. */
export const STATEMENTS = {
  'camt.053.001.02': 'BkToCstmrStmt',
  'camt.053.001.08': 'BkToCstmrStmt',
} as const

const MESSAGES = {
  ...STATEMENTS,
  'camt.054.001.02': 'BkToCstmrDbtCdtNtfctn',
  'camt.054.001.08': 'BkToCstmrDbtCdtNtfctn',
} as const

/** A balance of an account: below zero where it is owed to the bank. */
export type Balance = { readonly amount: Money; readonly date: PlainDateString | null }

/** What is said of one account. `credits` and `debits` are what was booked. */
export type AccountReport = {
  readonly report_id: string
  /** When the bank made it, where it says so. */
  readonly made_at: Date | null
  /** IBAN, or the number as the bank writes it. */
  readonly account: string
  readonly currency: string
  /** From which day on it tells, where the bank says so. */
  readonly from: PlainDateString | null
  /** Which page of several it is; null of what is whole. */
  readonly page: number | null
  /** Both null in notifications; of a page of several, what it began and ended with by itself, where it says so. */
  readonly opening: Balance | null
  readonly closing: Balance | null
  readonly credits: Money
  readonly debits: Money
  readonly movements: readonly Movement[]
}

export type AccountReports = Answers & { readonly reports: readonly AccountReport[] }

/**
 * Statements or notifications of a file, or of the messages alone that are asked; whole, or everything that is wrong with it. Balances are proven by
 * what was booked.
 */
export function readCamt(
  bytes: Uint8Array,
  asked: Readonly<Record<string, string>> = MESSAGES,
): FileRead<AccountReports> {
  return reading(bytes, complain => {
    const found = readMessage(bytes, asked, complain)
    if (!found) return undefined
    const statement = found.version.startsWith('camt.053')
    const nodes = nodesAt(found.message, statement ? 'Stmt' : 'Ntfctn')
    complain(
      { line: found.message.line, element: statement ? 'Stmt' : 'Ntfctn' },
      nodes.length === 0 && textOf('bank-files.xml.missing'),
    )
    const made = textAt(found.message, 'GrpHdr/CreDtTm')
    const pages = nodes.flatMap(node => reportOf(node, made, complain) ?? [])
    const reports = wholeOf(pages)
    for (const { line, report } of reports) proveBalance(line, report, complain)
    const outcomes = reports.flatMap(({ report }) => report.movements.flatMap(outcomeOf))
    return {
      reports: reports.map(({ report }) => report),
      outcomes,
      totals: outcomeTotals(outcomes),
    }
  })
}

/** What a movement says of a payment or a batch of ours; nothing of what others paid. */
function outcomeOf(movement: Movement): PaymentOutcome[] {
  const { direction, booked, returned, reference, batch } = movement
  const known = reference ?? batch
  if (known === null || (direction === 'IN' && !returned)) return []
  const back = direction === 'IN'
  // What is announced to come back has not come back.
  if (back && !booked) return []
  return [
    {
      of: reference === null ? 'BATCH' : 'PAYMENT',
      reference: known,
      outcome: back ? 'RETURNED' : booked ? 'SETTLED' : 'ACCEPTED',
      // Of what left it is told what was ordered; of what came back what came.
      amount: back ? movement.amount : (movement.ordered ?? movement.amount),
      date: movement.date,
      reason: returned,
      bank_reference: movement.bank_reference,
    },
  ]
}

/** A page of a statement: alone what it is of, where it is not in pages. */
type Page = { readonly number: number; readonly last: boolean }
type Paged = { readonly line: number; readonly page: Page; readonly report: AccountReport }

/** Pages of one statement that are all there as one, in place of its first; what is not whole stays page by page. */
function wholeOf(pages: readonly Paged[]): readonly Paged[] {
  const groups = Map.groupBy(pages, ({ report: { account, currency, report_id }, page }) =>
    page.number === 1 && page.last ? null : JSON.stringify([account, currency, report_id]),
  )
  const joined = new Map<Paged, Paged | undefined>()
  for (const [key, group] of groups) {
    const inOrder = group.toSorted((a, b) => a.page.number - b.page.number)
    const [first] = inOrder
    const last = inOrder.at(-1)
    const complete = inOrder.every(
      ({ page }, at) => page.number === at + 1 && page.last === (at === inOrder.length - 1),
    )
    if (key === null || !first || !last || !complete) continue
    for (const one of group) joined.set(one, undefined)
    const sum = (of: 'credits' | 'debits') => ({
      currency: first.report.currency,
      minor: inOrder.reduce((total, { report }) => total + report[of].minor, 0n),
    })
    const report: AccountReport = {
      ...first.report,
      ...{ closing: last.report.closing, credits: sum('credits'), debits: sum('debits') },
      page: null,
      movements: inOrder.flatMap(({ report }) => report.movements),
    }
    joined.set(group[0] ?? first, { ...first, report })
  }
  return pages.flatMap(one => (joined.has(one) ? (joined.get(one) ?? []) : [one]))
}

function reportOf(node: XmlNode, made: string | undefined, complain: Complain): Paged | undefined {
  const account = textAt(node, 'Acct/Id/IBAN') ?? textAt(node, 'Acct/Id/Othr/Id')
  complain({ line: node.line, element: 'Acct/Id' }, !account && textOf('bank-files.xml.missing'))
  const entries = nodesAt(node, 'Ntry').flatMap(entry => entryOf(entry, complain) ?? [])
  const currency = currencyOf(node, entries, complain)
  if (!account || !currency) return undefined
  const booked = entries.filter(entry => entry.booked)
  const sum = (direction: 'IN' | 'OUT'): Money => ({
    currency,
    minor: booked.reduce(
      (total, entry) => (entry.direction === direction ? total + entry.amount.minor : total),
      0n,
    ),
  })
  const page = pageOf(node)
  const report: AccountReport = {
    report_id: textAt(node, 'Id') ?? '',
    made_at: instantOf(textAt(node, 'CreDtTm') ?? made),
    account,
    currency,
    from: dateAt(node, 'FrToDt/FrDtTm', complain) ?? dateAt(node, 'FrToDt/FrDt', complain) ?? null,
    ...balancesOf(node, page, complain),
    page: page.number === 1 && page.last ? null : page.number,
    credits: sum('IN'),
    debits: sum('OUT'),
    movements: entries.flatMap(({ movements }) => movements),
  }
  // Some banks sum up on each page what is on all.
  if (page.number === 1 && page.last) proveSummary(node, entries, currency, complain)
  return { line: node.line, page, report }
}

function pageOf(node: XmlNode): Page {
  const pages = nodeAt(node, 'StmtPgntn')
  if (!pages) return { number: 1, last: true }
  const number = textAt(pages, 'PgNb') ?? ''
  return {
    number: /^\d{1,5}$/.test(number) ? Number(number) : 0,
    last: textAt(pages, 'LastPgInd') === 'true',
  }
}

/** An instant as banks write it; one without a zone is taken as UTC, which keeps the order of what one bank says. */
function instantOf(said: string | undefined): Date | null {
  if (!said) return null
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(said) ? said : `${said}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The currency of the account: as it says, else that of its balances or its entries, which all have the same. */
function currencyOf(
  node: XmlNode,
  entries: readonly StatementEntry[],
  complain: Complain,
): string | undefined {
  const balances = nodesAt(node, 'Bal/Amt').flatMap(({ attributes }) => attributes.Ccy ?? [])
  const said = [...balances, ...entries.map(({ amount }) => amount.currency)]
  const currency = textAt(node, 'Acct/Ccy') ?? said[0]
  complain(
    { line: node.line, element: 'Acct/Ccy' },
    currency === undefined && textOf('bank-files.xml.missing'),
  )
  const other = said.find(one => one !== currency)
  complain(
    { line: node.line, element: 'Ccy' },
    other !== undefined && textOf('bank-files.files.currencies', { one: currency ?? '', other }),
  )
  return other === undefined ? currency : undefined
}

/**
 * ExternalBalanceType1Code: opening booked or the closing of before, and closing booked. A page that is not the first begins, and one that is not the
 * last ends, with what the account had in between (ITBD).
 */
function balancesOf(
  node: XmlNode,
  { number, last }: Page,
  complain: Complain,
): { opening: Balance | null; closing: Balance | null } {
  const balances = (codes: readonly string[]): Balance[] =>
    nodesAt(node, 'Bal')
      .filter(balance => codes.includes(textAt(balance, 'Tp/CdOrPrtry/Cd') ?? ''))
      .flatMap(balance => {
        const amount = amountAt(balance, 'Amt', complain)
        if (!amount) return []
        const owed = textAt(balance, 'CdtDbtInd') === 'DBIT'
        const date = dateAt(balance, 'Dt', complain) ?? null
        return [{ amount: { ...amount, minor: owed ? -amount.minor : amount.minor }, date }]
      })
  const between = balances(['ITBD'])
  // A page in the middle has one for its beginning and one for its end.
  const both = number > 1 && !last && between.length < 2
  return {
    opening: (number === 1 ? balances(['OPBD', 'PRCD'])[0] : both ? null : between[0]) ?? null,
    closing: (last ? balances(['CLBD'])[0] : both ? null : between.at(-1)) ?? null,
  }
}

function proveBalance(line: number, report: AccountReport, complain: Complain): void {
  const { opening, closing, credits, debits, currency } = report
  if (!opening || !closing) return
  const found = opening.amount.minor + credits.minor - debits.minor
  const decimals = exponentOf(currency)
  complain(
    { line, element: 'Bal' },
    found !== closing.amount.minor &&
      textOf('bank-files.files.balance', {
        said: formatMinor(closing.amount.minor, decimals),
        found: formatMinor(found, decimals),
      }),
  )
}

/** `TxsSummry`, where the bank gives one: how many entries there are and what they sum to, in all and each way. */
function proveSummary(
  node: XmlNode,
  entries: readonly StatementEntry[],
  currency: string,
  complain: Complain,
): void {
  // What only informs is counted by some banks, and moves nothing.
  const informs = nodesAt(node, 'Ntry').length > entries.length
  for (const [path, direction] of [
    ['TxsSummry/TtlNtries', undefined],
    ['TxsSummry/TtlCdtNtries', 'IN'],
    ['TxsSummry/TtlDbtNtries', 'OUT'],
  ] as const) {
    const summary = nodeAt(node, path)
    if (!summary || informs) continue
    const of = entries.filter(entry => !direction || entry.direction === direction)
    const said = textAt(summary, 'NbOfNtries')
    complain(
      { line: summary.line, element: path },
      said !== undefined &&
        said !== String(of.length) &&
        textOf('bank-files.files.count', { said: said.slice(0, 20), found: of.length }),
    )
    const sum = textAt(summary, 'Sum')
    const found = of.reduce((total, { amount }) => total + amount.minor, 0n)
    complain(
      { line: summary.line, element: path },
      sum !== undefined &&
        amountOf(sum, currency)?.minor !== found &&
        textOf('bank-files.files.sum', {
          said: sum.slice(0, 40),
          found: formatMinor(found, exponentOf(currency)),
        }),
    )
  }
}
