/**
 * ISO 20022 `pain.001.001.09`, customer credit transfer initiation, in two profiles: SEPA (EPC132-08, customer-to-bank guidelines of the
 * SEPA credit transfer) and SWIFT (CGI-MP and CBPR+: any currency, structured addresses).
 */
import { exponentOf, isToken } from '#domain/kernel/currency.ts'
import { ibanProblem } from '#domain/kernel/iban.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { el, type Xml, xmlDocument } from '#domain/kernel/xml-text.ts'
import type { PayeeAddress, PaymentOrder } from '#domain/payments/payment-order.ts'
import type { FieldProblem, PreparedFile } from './bank-file.ts'
import {
  accountElement,
  addressElement,
  bankElement,
  type IsoBank,
  SWIFT_CODE,
} from './iso-parties.ts'
import { ISO_LETTERS } from './letters.ts'
import { transferOf } from './pain-001-transfer.ts'
import {
  type Entry,
  preparedFile,
  type Refuse,
  refusing,
  requireForm,
  sift,
  spelled,
} from './prepare.ts'

export const PAIN_001 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/** The account that pays, and who owns it. */
export type Debtor = {
  readonly name: string
  readonly address: PayeeAddress
  /** What the bank knows the sender by; null where it asks for nothing. */
  readonly organisation_id: string | null
  readonly iban: string | null
  readonly account_number: string
  readonly currency: string
  readonly bank: IsoBank
}

export type Pain001Setup = {
  readonly profile: 'SEPA' | 'SWIFT'
  /** The file's id, never used again: at most 31 letters and digits, to which payments of a currency add theirs. */
  readonly message_id: string
  /** UTC. */
  readonly created_at: Date
  readonly execution_date: PlainDateString
  readonly debtor: Debtor
  /** How fast SWIFT payments travel: URGP as a wire, NURG by the country's clearing. SEPA has a speed of its own. */
  readonly service_level: 'URGP' | 'NURG'
  /** ExternalPurpose1Code, such as `SCVE` for services. */
  readonly purpose: string
  /** Whether the statement shows one debit for all. */
  readonly batch_booking: boolean
}

/** `NbOfTxs` has 15 digits and `CtrlSum` 18; no bank takes so many, and a file stays one that can be read back. */
const ROOM = { orders: 100_000, minor: 10n ** 15n }

/** The file of orders in one profile. The reference of each is its end-to-end id, the attempt's id in 32 hexadecimal digits. */
export function writePain001(orders: readonly PaymentOrder[], setup: Pain001Setup): PreparedFile {
  const problems: FieldProblem[] = []
  checkSetup(refusing(problems), setup)
  const debtor = debtorElements(refusing(problems), setup)
  const sifted = sift(orders, ROOM, (order, refuse) => {
    refuse('currency', isToken(order.amount.currency) && textOf('bank-files.orders.token'))
    return transferOf(order, setup, refuse)
  })
  return preparedFile(sifted, problems, () =>
    new TextEncoder().encode(xmlDocument(documentOf(sifted.entries, setup, debtor))),
  )
}

function checkSetup(refuse: Refuse, setup: Pain001Setup): void {
  const { debtor, profile } = setup
  requireForm(refuse, 'message_id', setup.message_id, /^[A-Za-z0-9]{1,31}$/, 'CORRIDOR20261124A')
  requireForm(refuse, 'purpose', setup.purpose, /^[A-Z0-9]{1,4}$/, 'SCVE')
  refuse('execution_date', !isPlainDate(setup.execution_date) && textOf('bank-files.setup.date'))
  if (profile === 'SEPA' || debtor.iban) refuse('debtor.iban', ibanProblem(debtor.iban ?? ''))
  else
    requireForm(
      refuse,
      'debtor.account_number',
      debtor.account_number,
      /^[A-Za-z0-9]{1,34}$/,
      '1234567',
    )
  const { swift_code, bank_code } = debtor.bank
  refuse(
    'debtor.bank',
    profile === 'SWIFT' && !swift_code && !bank_code && textOf('bank-files.setup.bank'),
  )
  if (swift_code) requireForm(refuse, 'debtor.bank.swift_code', swift_code, SWIFT_CODE, 'RBOSGB2L')
}

function debtorElements(refuse: Refuse, { debtor, profile }: Pain001Setup): readonly Xml[] {
  const name = spelled(
    refuse,
    'debtor.name',
    debtor.name,
    ISO_LETTERS,
    profile === 'SEPA' ? 70 : 140,
  )
  const id =
    debtor.organisation_id === null
      ? null
      : spelled(refuse, 'debtor.organisation_id', debtor.organisation_id, ISO_LETTERS, 35)
  const bank = bankElement(refuse, 'debtor.bank.bank_code', debtor.bank)
  const identified = el('Id', [el('OrgId', [el('Othr', [el('Id', id)])])])
  return [
    el('InitgPty', [el('Nm', name), identified]),
    el('Dbtr', [
      el('Nm', name),
      addressElement(refuse, 'debtor.address', debtor.address),
      identified,
    ]),
    accountElement('DbtrAcct', { ...debtor, account_type: null }, debtor.currency),
    // Where an IBAN names the bank, its own guidelines write that nothing more is said.
    el('DbtrAgt', [bank ?? el('FinInstnId', [el('Othr', [el('Id', 'NOTPROVIDED')])])]),
  ]
}

type Transfers = readonly Entry<Xml>[]

function documentOf(
  entries: Transfers,
  setup: Pain001Setup,
  [initiator, ...debtor]: readonly Xml[],
): Xml {
  const byCurrency = [...Map.groupBy(entries, ({ order }) => order.amount.currency)]
  return el(
    'Document',
    [
      el('CstmrCdtTrfInitn', [
        el('GrpHdr', [
          el('MsgId', setup.message_id),
          el('CreDtTm', `${setup.created_at.toISOString().slice(0, 19)}Z`),
          ...sums(entries),
          initiator,
        ]),
        ...byCurrency.map(([currency, of]) => batchOf(currency, of, setup, debtor)),
      ]),
    ],
    { xmlns: PAIN_001 },
  )
}

function batchOf(
  currency: string,
  entries: Transfers,
  setup: Pain001Setup,
  debtor: readonly Xml[],
): Xml {
  const sepa = setup.profile === 'SEPA'
  return el('PmtInf', [
    el('PmtInfId', `${setup.message_id}-${currency}`),
    el('PmtMtd', 'TRF'),
    el('BtchBookg', String(setup.batch_booking)),
    ...sums(entries),
    el('PmtTpInf', [el('SvcLvl', [el('Cd', sepa ? 'SEPA' : setup.service_level)])]),
    el('ReqdExctnDt', [el('Dt', setup.execution_date)]),
    ...debtor,
    // SEPA knows no other way; elsewhere sender and receiver each pay their own bank.
    el('ChrgBr', sepa ? 'SLEV' : 'SHAR'),
    // A line for each, for whoever reads the file by eye.
    ...entries.map(({ line }) => `\n${line}`),
    '\n',
  ])
}

/** `NbOfTxs` and `CtrlSum`: the sum of all amounts as numbers, whatever their currencies. */
function sums(entries: Transfers): Xml[] {
  const units = entries.reduce((sum, { order: { amount } }) => {
    return sum + amount.minor * 10n ** BigInt(DECIMALS - exponentOf(amount.currency))
  }, 0n)
  const decimals = entries.reduce((most, { order }) => {
    return Math.max(most, exponentOf(order.amount.currency))
  }, 0)
  return [
    el('NbOfTxs', String(entries.length)),
    el('CtrlSum', formatMinor(units / 10n ** BigInt(DECIMALS - decimals), decimals)),
  ]
}

/** More than any currency of a bank has. */
const DECIMALS = 5
