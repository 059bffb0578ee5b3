/**
 * What we write of `pain.001.001.09`, element by element, in the order of the standard: ISO 20022, Payments Initiation, Message Definition
 * Report of February 2019 (CustomerCreditTransferInitiationV09). `?` may be missing, `*` may stand often; the last column is the most
 * letters of a text, or its form.
 */
import type { Tree } from './little-xml.test-data.ts'

type Row = readonly [element: string, of: string | number | RegExp]

const TYPES: Readonly<Record<string, readonly Row[]>> = {
  Document: [['CstmrCdtTrfInitn', 'Initiation']],
  Initiation: [
    ['GrpHdr', 'GroupHeader85'],
    ['PmtInf*', 'PaymentInstruction30'],
  ],
  GroupHeader85: [
    ['MsgId', 35],
    ['CreDtTm', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['NbOfTxs', /^\d{1,15}$/],
    ['CtrlSum', /^(?=[\d.]{1,19}$)\d+(\.\d+)?$/],
    ['InitgPty', 'Party'],
  ],
  PaymentInstruction30: [
    ['PmtInfId', 35],
    ['PmtMtd', /^TRF$/],
    ['BtchBookg', /^(true|false)$/],
    ['NbOfTxs', /^\d{1,15}$/],
    ['CtrlSum', /^(?=[\d.]{1,19}$)\d+(\.\d+)?$/],
    ['PmtTpInf', 'PaymentType'],
    ['ReqdExctnDt', 'Date'],
    ['Dbtr', 'Party'],
    ['DbtrAcct', 'CashAccount38'],
    ['DbtrAgt', 'Agent'],
    ['ChrgBr', /^(SLEV|SHAR)$/],
    ['CdtTrfTxInf*', 'CreditTransferTransaction34'],
  ],
  CreditTransferTransaction34: [
    ['PmtId', 'PaymentIdentification6'],
    ['Amt', 'Amount'],
    ['CdtrAgt?', 'Agent'],
    ['Cdtr', 'Party'],
    ['CdtrAcct', 'CashAccount38'],
    ['Purp', 'Purpose'],
    ['RmtInf?', 'Remittance'],
  ],
  PaymentIdentification6: [
    ['InstrId', 35],
    ['EndToEndId', 35],
  ],
  Amount: [['InstdAmt', /^(?=[\d.]{1,19}$)\d+(\.\d{1,5})?$/]],
  Date: [['Dt', /^\d{4}-\d\d-\d\d$/]],
  PaymentType: [['SvcLvl', 'ServiceLevel']],
  ServiceLevel: [['Cd', 4]],
  Purpose: [['Cd', 4]],
  Remittance: [['Ustrd', 140]],
  Party: [
    ['Nm', 140],
    ['PstlAdr?', 'PostalAddress24'],
    ['Id?', 'PartyId'],
  ],
  PartyId: [['OrgId', 'Organisation']],
  Organisation: [['Othr', 'Other35']],
  Other35: [['Id', 35]],
  Other34: [['Id', 34]],
  PostalAddress24: [
    ['StrtNm?', 70],
    ['Room?', 70],
    ['PstCd?', 16],
    ['TwnNm?', 35],
    ['CtrySubDvsn?', 35],
    ['Ctry', /^[A-Z]{2}$/],
  ],
  Agent: [['FinInstnId', 'FinancialInstitutionIdentification18']],
  FinancialInstitutionIdentification18: [
    ['BICFI?', /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/],
    ['ClrSysMmbId?', 'Clearing'],
    ['PstlAdr?', 'PostalAddress24'],
    ['Othr?', 'Other35'],
  ],
  Clearing: [
    ['ClrSysId', 'ClearingSystem'],
    ['MmbId', 35],
  ],
  ClearingSystem: [['Cd', 5]],
  CashAccount38: [
    ['Id', 'AccountId'],
    ['Tp?', 'AccountType'],
    ['Ccy?', /^[A-Z]{3}$/],
  ],
  AccountId: [
    ['IBAN?', /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/],
    ['Othr?', 'Other34'],
  ],
  AccountType: [['Cd', 4]],
}

/** Everything in which a tree differs from the table: order, what is missing or unknown, lengths and forms. */
export function differences(tree: Tree, type = 'Document', path = type): string[] {
  const rows = TYPES[type] ?? []
  const found: string[] = []
  let at = 0
  for (const [element, of] of rows) {
    const [, name = '', times = ''] = /^(\w+)([?*]?)$/.exec(element) ?? []
    let count = 0
    for (; tree.children[at]?.name === name && (count === 0 || times === '*'); at++, count++)
      found.push(...differencesIn(tree.children[at] as Tree, of, `${path}/${name}`))
    if (count === 0 && times !== '?') found.push(`${path}/${name} is missing`)
  }
  if (tree.children[at]) found.push(`${path}/${tree.children[at]?.name} is out of place`)
  return found
}

function differencesIn(child: Tree, of: Row[1], path: string): string[] {
  if (typeof of === 'string') return differences(child, of, path)
  const right =
    typeof of === 'number' ? child.text.length > 0 && child.text.length <= of : of.test(child.text)
  return right && child.children.length === 0 ? [] : [`${path}: ${child.text}`]
}
