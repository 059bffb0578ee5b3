/** Values of messages of ISO 20022 that banks send: amounts, dates, reasons, with a complaint that names line and element. */
import type { Money } from '#domain/kernel/money.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { BankReason } from './bank-file.ts'
import { nodeAt, nodesAt, readXml, textAt, type XmlNode } from './read-xml.ts'
import { amountOf, type Complain, isoDate } from './reading.ts'
import { reasonOf } from './reasons.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:'

/** The message within a document of one of the versions, and which it is; undefined after a complaint. */
export function readMessage(
  bytes: Uint8Array,
  messages: Readonly<Record<string, string>>,
  complain: Complain,
): { readonly message: XmlNode; readonly version: string } | undefined {
  const root = readXml(bytes, complain)
  if (!root) return undefined
  const version = root.namespace.replace(NAMESPACE, '')
  const name = Object.hasOwn(messages, version) ? messages[version] : undefined
  const message = root.name === 'Document' && name ? nodeAt(root, name) : undefined
  if (message) return { message, version }
  complain(
    { line: root.line, element: root.name },
    textOf('bank-files.xml.otherMessage', {
      found: (root.namespace || root.name).slice(0, 100),
      asked: Object.keys(messages).join(', '),
    }),
  )
  return undefined
}

/** The text of an element that has to be there. */
export function askedText(node: XmlNode, path: string, complain: Complain): string {
  const text = textAt(node, path)
  complain(
    { line: node.line, element: `${node.name}/${path}` },
    text === undefined && textOf('bank-files.xml.missing'),
  )
  return text ?? ''
}

/** The amount of an element with its attribute `Ccy`; undefined where there is none, or after a complaint. */
export function amountAt(node: XmlNode, path: string, complain: Complain): Money | undefined {
  const found = nodeAt(node, path)
  if (!found) return undefined
  const currency = found.attributes.Ccy ?? ''
  const amount = /^[A-Z]{3}$/.test(currency) ? amountOf(found.text, currency) : undefined
  complain(
    { line: found.line, element: path },
    !amount &&
      textOf('bank-files.xml.amount', {
        amount: `${found.text} ${currency}`.slice(0, 60),
      }),
  )
  return amount
}

/** The date of an element that is a date, an instant, or a choice of both; undefined where there is none, or after a complaint. */
export function dateAt(
  node: XmlNode,
  path: string,
  complain: Complain,
): PlainDateString | undefined {
  const found = nodeAt(node, path)
  const text = found && (textAt(found, 'Dt') ?? textAt(found, 'DtTm') ?? found.text)
  if (!text) return undefined
  const date = isoDate(text)
  complain(
    { line: found.line, element: path },
    !date && textOf('bank-files.xml.date', { date: text.slice(0, 60) }),
  )
  return date
}

/** The first reason of a node: its code, whether of the standard or the bank's own, with the bank's words; null where there is none. */
export function reasonAt(node: XmlNode, path: string): BankReason | null {
  for (const found of nodesAt(node, path)) {
    const words = nodesAt(found, 'AddtlInf').map(({ text }) => text)
    const code = textAt(found, 'Rsn/Cd') ?? textAt(found, 'Rsn/Prtry')
    if (code || words.length > 0)
      return reasonOf('ISO', (code ?? 'NARR').slice(0, 35), words.join(' '))
  }
  return null
}
