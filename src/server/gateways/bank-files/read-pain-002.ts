/**
 * ISO 20022 `pain.002`, customer payment status report, versions 03, 10 and 11: what a bank says of a file that it was sent, of its
 * batches, and of payments. What it says of a payment stands above what it says of its batch, and that above the file.
 */
import { textOf } from '#domain/kernel/words.ts'
import {
  type Answers,
  type BankReason,
  type FileRead,
  type Outcome,
  outcomeTotals,
  type PaymentOutcome,
} from './bank-file.ts'
import { amountAt, askedText, dateAt, readMessage, reasonAt } from './iso-values.ts'
import { nodesAt, textAt, type XmlNode } from './read-xml.ts'
import { type Complain, reading } from './reading.ts'
import { reasonOf } from './reasons.ts'

const MESSAGES = {
  'pain.002.001.03': 'CstmrPmtStsRpt',
  'pain.002.001.10': 'CstmrPmtStsRpt',
  'pain.002.001.11': 'CstmrPmtStsRpt',
} as const

/** ExternalPaymentTransactionStatus1Code and ExternalPaymentGroupStatus1Code; of what is in part, its payments speak. */
const STATUSES: Readonly<Record<string, Outcome | 'PARTS'>> = {
  ACTC: 'ACCEPTED',
  ACCP: 'ACCEPTED',
  ACFC: 'ACCEPTED',
  ACFW: 'ACCEPTED',
  ACIS: 'ACCEPTED',
  ACPD: 'ACCEPTED',
  ACSP: 'ACCEPTED',
  ACWC: 'ACCEPTED',
  ACWP: 'ACCEPTED',
  PATC: 'ACCEPTED',
  PDNG: 'ACCEPTED',
  PRES: 'ACCEPTED',
  RCVD: 'ACCEPTED',
  // The bank asked the payee's bank whose account it is (verification of payee); it waits for our yes where the name differs.
  RCVC: 'ACCEPTED',
  RVCM: 'ACCEPTED',
  RVMC: 'ACCEPTED',
  RVNA: 'ACCEPTED',
  RVNC: 'ACCEPTED',
  RVNM: 'ACCEPTED',
  BLCK: 'ACCEPTED',
  ACSC: 'SETTLED',
  ACCC: 'SETTLED',
  CPUC: 'SETTLED',
  RJCT: 'REJECTED',
  CANC: 'REJECTED',
  PART: 'PARTS',
}

export type StatusReport = Answers & {
  /** The id of the file that it answers. */
  readonly message_id: string
}

/** What the bank says of a file of ours; whole, or everything that is wrong with the answer. */
export function readPain002(bytes: Uint8Array): FileRead<StatusReport> {
  return reading(bytes, complain => {
    const message = readMessage(bytes, MESSAGES, complain)?.message
    if (!message) return undefined
    const [header, original] = ['GrpHdr', 'OrgnlGrpInfAndSts'].map(name => {
      const found = nodesAt(message, name)[0]
      complain({ line: message.line, element: name }, !found && textOf('bank-files.xml.missing'))
      return found
    })
    if (!header || !original) return undefined
    const said = dateAt(header, 'CreDtTm', complain) ?? null
    const outcomes = [
      ...groupOf('FILE', original, ['OrgnlMsgId', 'GrpSts'], said, complain),
      ...nodesAt(message, 'OrgnlPmtInfAndSts').flatMap(batch =>
        batchOf(batch, textAt(original, 'GrpSts'), said, complain),
      ),
    ]
    checkOnce(outcomes, complain)
    proveCounts(original, nodesAt(message, 'OrgnlPmtInfAndSts/TxInfAndSts'), complain)
    const message_id = askedText(original, 'OrgnlMsgId', complain)
    return { message_id, outcomes, totals: outcomeTotals(outcomes) }
  })
}

function groupOf(
  of: 'FILE' | 'BATCH',
  node: XmlNode,
  [id, status]: readonly [id: string, status: string],
  date: string | null,
  complain: Complain,
): PaymentOutcome[] {
  const said = textAt(node, status)
  if (said === undefined) return []
  const outcome = outcomeOf(said, node, status, complain)
  if (!outcome || outcome === 'PARTS') return []
  const reference = askedText(node, id, complain)
  const reason = reasonAt(node, 'StsRsnInf') ?? saidBy(said)
  return [{ of, reference, outcome, amount: null, date, reason, bank_reference: null }]
}

/** What a status says of itself: that the name is not quite that of the account, or that the money is held back. */
function saidBy(status: string): BankReason | null {
  return /^(RV(CM|MC|NM)|BLCK)$/.test(status) ? reasonOf('ISO', status) : null
}

function outcomeOf(status: string, node: XmlNode, element: string, complain: Complain) {
  const outcome = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined
  complain(
    { line: node.line, element },
    !outcome && textOf('bank-files.xml.status', { status: status.slice(0, 35) }),
  )
  return outcome
}

function batchOf(
  batch: XmlNode,
  ofFile: string | undefined,
  date: string | null,
  complain: Complain,
): PaymentOutcome[] {
  const inherited = textAt(batch, 'PmtInfSts') ?? ofFile
  const payments = nodesAt(batch, 'TxInfAndSts')
  proveCounts(batch, payments, complain)
  return [
    ...groupOf('BATCH', batch, ['OrgnlPmtInfId', 'PmtInfSts'], date, complain),
    ...payments.flatMap(payment => paymentOf(payment, inherited, date, complain)),
  ]
}

function paymentOf(
  payment: XmlNode,
  inherited: string | undefined,
  date: string | null,
  complain: Complain,
): PaymentOutcome[] {
  const status = textAt(payment, 'TxSts') ?? inherited ?? ''
  const outcome = outcomeOf(status, payment, 'TxSts', complain)
  complain(
    { line: payment.line, element: 'TxSts' },
    outcome === 'PARTS' && textOf('bank-files.xml.status', { status }),
  )
  const endToEnd = textAt(payment, 'OrgnlEndToEndId')
  const reference =
    endToEnd && endToEnd !== 'NOTPROVIDED' ? endToEnd : askedText(payment, 'OrgnlInstrId', complain)
  const amount = amountAt(payment, 'OrgnlTxRef/Amt/InstdAmt', complain) ?? null
  const accepted = dateAt(payment, 'AccptncDtTm', complain)
  if (!outcome || outcome === 'PARTS') return []
  return [
    {
      of: 'PAYMENT',
      reference,
      outcome,
      amount,
      date: accepted ?? date,
      reason: reasonAt(payment, 'StsRsnInf') ?? saidBy(status),
      bank_reference: textAt(payment, 'AcctSvcrRef') ?? null,
    },
  ]
}

/** One file says one thing of a payment. */
function checkOnce(outcomes: readonly PaymentOutcome[], complain: Complain): void {
  const seen = new Set<string>()
  for (const { of, reference } of outcomes) {
    const key = `${of} ${reference}`
    complain(
      { element: 'OrgnlEndToEndId' },
      seen.has(key) && textOf('bank-files.files.twice', { reference }),
    )
    seen.add(key)
  }
}

/** Counts that the bank gives per status hold for what it lists; of what it accepted it may list less. */
function proveCounts(node: XmlNode, payments: readonly XmlNode[], complain: Complain): void {
  for (const counted of nodesAt(node, 'NbOfTxsPerSts')) {
    const status = textAt(counted, 'DtldSts')
    const said = Number(textAt(counted, 'DtldNbOfTxs') ?? Number.NaN)
    const listed = payments.filter(payment => textAt(payment, 'TxSts') === status).length
    const wrong = status === 'RJCT' && payments.length > 0 ? listed !== said : listed > said
    complain(
      { line: counted.line, element: 'DtldNbOfTxs' },
      (wrong || !Number.isInteger(said)) &&
        textOf('bank-files.files.count', { said: String(said), found: listed }),
    )
  }
}
