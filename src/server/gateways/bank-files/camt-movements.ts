/** The entries of a statement or a notification (camt.053, camt.054) as movements: one for each payment that the bank takes apart. */
import type { Money } from '#domain/kernel/money.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { BankReason } from './bank-file.ts'
import { amountAt, askedText, dateAt, reasonAt } from './iso-values.ts'
import { nodeAt, nodesAt, textAt, type XmlNode } from './read-xml.ts'
import type { Complain } from './reading.ts'
import { reasonOf } from './reasons.ts'

/** Money that came or went, as the bank booked it or announces that it will. */
export type Movement = {
  readonly direction: 'IN' | 'OUT'
  readonly amount: Money
  /** What was ordered, where the bank says it: in another currency, or before charges. */
  readonly ordered: Money | null
  readonly booked: boolean
  /** Whether it is a part of an entry to which its parts do not come: how much of it moved on the account nobody can tell. */
  readonly uneven: boolean
  /** Whether the bank's charge is a part of it. */
  readonly charged: boolean
  readonly date: PlainDateString | null
  /** The reference of who ordered it, end to end; null where the bank gives none. */
  readonly reference: string | null
  /** Of what the bank booked as a whole without taking it apart: the id of the batch that we sent. */
  readonly batch: string | null
  readonly bank_reference: string | null
  /** The bank's reference of the whole entry that it is a part of. */
  readonly entry_reference: string | null
  /** Of money that comes back: why. */
  readonly returned: BankReason | null
  readonly name: string | null
  /** Of the other side: its IBAN, or its number as the bank writes it. */
  readonly account: string | null
  readonly remittance: string | null
}

/** An entry with its movements. */
export type StatementEntry = {
  readonly line: number
  readonly amount: Money
  readonly direction: 'IN' | 'OUT'
  readonly booked: boolean
  readonly movements: readonly Movement[]
}

/** An entry; undefined after a complaint. Entries that only inform (INFO) move nothing: they are undefined too. */
export function entryOf(node: XmlNode, complain: Complain): StatementEntry | undefined {
  const amount = amountAt(node, 'Amt', complain)
  complain(
    { line: node.line, element: 'Ntry/Amt' },
    !nodeAt(node, 'Amt') && textOf('bank-files.xml.missing'),
  )
  const direction = directionOf(node, complain)
  // Version 02 writes the status itself, version 08 a code in it.
  const status = textAt(node, 'Sts/Cd') ?? askedText(node, 'Sts', complain)
  complain(
    { line: node.line, element: 'Ntry/Sts' },
    status !== '' &&
      !STATUSES.includes(status) &&
      textOf('bank-files.xml.status', { status: status.slice(0, 35) }),
  )
  const date = dateAt(node, 'BookgDt', complain) ?? dateAt(node, 'ValDt', complain) ?? null
  if (!amount || !direction || status === 'INFO') return undefined
  const whole: Whole = { node, amount, direction, booked: status === 'BOOK', date }
  const details = nodesAt(node, 'NtryDtls/TxDtls')
  const parts =
    details.length === 0
      ? [undividedOf(whole, complain)]
      : details.flatMap(detail => movementOf(detail, details.length, whole, complain) ?? [])
  const uneven = !comeTo(whole, parts)
  proveParts(whole, parts, complain)
  const movements = uneven ? parts.map(part => ({ ...part, uneven })) : parts
  return { line: node.line, amount, direction, booked: whole.booked, movements }
}

const STATUSES: readonly string[] = ['BOOK', 'PDNG', 'FUTR', 'INFO']

type Whole = Pick<StatementEntry, 'amount' | 'direction' | 'booked'> & {
  readonly node: XmlNode
  readonly date: PlainDateString | null
}

function directionOf(node: XmlNode, complain: Complain): 'IN' | 'OUT' | undefined {
  const said = askedText(node, 'CdtDbtInd', complain)
  if (said === 'CRDT') return 'IN'
  if (said === 'DBIT') return 'OUT'
  complain(
    { line: node.line, element: 'CdtDbtInd' },
    said !== '' && textOf('bank-files.xml.status', { status: said.slice(0, 35) }),
  )
  return undefined
}

/** A whole entry that the bank does not take apart: of a batch of ours, or of nobody that it names. */
function undividedOf({ node, ...whole }: Whole, complain: Complain): Movement {
  const total = amountAt(node, 'NtryDtls/Btch/TtlAmt', complain)
  return {
    ...whole,
    ...{ uneven: false, charged: false },
    // What was kept from it, or exchanged, is in the entry and not in what was ordered.
    ordered:
      total &&
      differs(total, whole.amount) &&
      (total.currency !== whole.amount.currency || hasCharges(node))
        ? total
        : null,
    reference: null,
    batch: textAt(node, 'NtryDtls/Btch/PmtInfId') ?? null,
    bank_reference: textAt(node, 'AcctSvcrRef') ?? null,
    entry_reference: textAt(node, 'AcctSvcrRef') ?? null,
    returned: returnOf(node, undefined, whole.direction),
    name: null,
    account: null,
    remittance: textAt(node, 'AddtlNtryInf') ?? null,
  }
}

function movementOf(
  detail: XmlNode,
  count: number,
  whole: Whole,
  complain: Complain,
): Movement | undefined {
  const own = amountAt(detail, 'Amt', complain) ?? amountAt(detail, 'AmtDtls/TxAmt/Amt', complain)
  // Of a single payment that was exchanged, or from which the bank kept its charge, what moved on the account is the entry's.
  const exchanged = count === 1 && own?.currency !== whole.amount.currency
  const charged = count === 1 && !exchanged && hasCharges(whole.node, detail)
  const amount = exchanged || charged ? whole.amount : own
  complain(
    { line: detail.line, element: 'TxDtls/Amt' },
    !amount && textOf('bank-files.xml.missing'),
  )
  const direction = nodeAt(detail, 'CdtDbtInd') ? directionOf(detail, complain) : whole.direction
  if (!amount || !direction) return undefined
  const reference = ['Refs/EndToEndId', 'Refs/InstrId']
    .map(path => textAt(detail, path))
    .find(said => said && said !== 'NOTPROVIDED')
  const other = direction === 'OUT' ? 'Cdtr' : 'Dbtr'
  return {
    direction,
    amount,
    ordered:
      amountAt(detail, 'AmtDtls/InstdAmt/Amt', complain) ??
      (own && differs(own, amount) ? own : null),
    booked: whole.booked,
    ...{ uneven: false, charged: charged && own !== undefined && differs(own, amount) },
    date: whole.date,
    reference: reference ?? null,
    batch: null,
    bank_reference: textAt(detail, 'Refs/AcctSvcrRef') ?? textAt(whole.node, 'AcctSvcrRef') ?? null,
    entry_reference: textAt(whole.node, 'AcctSvcrRef') ?? null,
    returned: returnOf(whole.node, detail, direction),
    // Version 02 has the party itself, version 08 a choice of party and agent.
    name:
      textAt(detail, `RltdPties/${other}/Pty/Nm`) ??
      textAt(detail, `RltdPties/${other}/Nm`) ??
      null,
    account:
      textAt(detail, `RltdPties/${other}Acct/Id/IBAN`) ??
      textAt(detail, `RltdPties/${other}Acct/Id/Othr/Id`) ??
      null,
    remittance:
      [...nodesAt(detail, 'RmtInf/Ustrd'), ...nodesAt(detail, 'RmtInf/Strd/CdtrRefInf/Ref')]
        .map(({ text }) => text)
        .join(' ') || null,
  }
}

/** Money that comes in because it was returned: said so by a reason, by a reversal, or by the family of its code (RRTN). */
function returnOf(
  entry: XmlNode,
  detail: XmlNode | undefined,
  direction: 'IN' | 'OUT',
): BankReason | null {
  if (direction === 'OUT') return null
  const reason = detail && nodeAt(detail, 'RtrInf') && reasonAt(detail, 'RtrInf')
  if (reason) return reason
  const families = [detail, entry].map(of => of && textAt(of, 'BkTxCd/Domn/Fmly/SubFmlyCd'))
  const returned = textAt(entry, 'RvslInd') === 'true' || families.includes('RRTN')
  return returned || (detail && nodeAt(detail, 'RtrInf')) ? reasonOf('ISO', 'NARR') : null
}

function hasCharges(...nodes: readonly XmlNode[]): boolean {
  return nodes.some(of => nodeAt(of, 'Chrgs'))
}

function differs(one: Money, other: Money): boolean {
  return one.currency !== other.currency || one.minor !== other.minor
}

/** Whether the parts of an entry are in its currency and sum to it. */
function comeTo({ amount, direction }: Whole, parts: readonly Movement[]): boolean {
  return (
    parts.every(part => part.amount.currency === amount.currency) &&
    sumOf(parts, direction) === amount.minor
  )
}

function sumOf(parts: readonly Movement[], direction: 'IN' | 'OUT'): bigint {
  return parts.reduce(
    (total, one) => total + (one.direction === direction ? one.amount.minor : -one.amount.minor),
    0n,
  )
}

/** What an entry is taken apart into sums to it, unless the bank exchanged it or took its charges from it. */
function proveParts(
  { node, amount, direction }: Whole,
  movements: readonly Movement[],
  complain: Complain,
): void {
  const details = nodesAt(node, 'NtryDtls/TxDtls')
  const exchanged = movements.some(({ amount: { currency } }) => currency !== amount.currency)
  if (hasCharges(node, ...details) || exchanged) return
  if (movements.length === 0 || movements.length < details.length) return
  const sum = sumOf(movements, direction)
  complain(
    { line: node.line, element: 'Ntry/Amt' },
    sum !== amount.minor &&
      textOf('bank-files.files.sum', { said: String(amount.minor), found: String(sum) }),
  )
}
