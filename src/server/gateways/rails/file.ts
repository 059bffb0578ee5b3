/**
 * The rail of a bank that takes files: orders are written into one, which a person releases and hands over; what the bank answers comes as
 * files as well. Nothing here sends anything by itself.
 */

import { textOf } from '#domain/kernel/words.ts'
import { wallClock } from '#domain/payments/file-day.ts'
import { orderTotals, type PaymentOrder } from '#domain/payments/payment-order.ts'
import type { Answers, FileRead, PreparedFile, Refusal } from '../bank-files/bank-file.ts'
import { readCamt } from '../bank-files/read-camt.ts'
import { readCpaReturns } from '../bank-files/read-cpa.ts'
import { readCsvAnswers } from '../bank-files/read-csv.ts'
import { readNachaReturns } from '../bank-files/read-nacha.ts'
import { readPain002 } from '../bank-files/read-pain-002.ts'
import { writeCpa } from '../bank-files/write-cpa.ts'
import { writeInterac } from '../bank-files/write-interac.ts'
import { writeNacha } from '../bank-files/write-nacha.ts'
import { writePain001 } from '../bank-files/write-pain-001.ts'
import { type BankChannel, type FileFacts, messageIdOf } from './bank-channel.ts'
import type { Prepared, Rail, RailOrder, RailReceipt } from './rail.ts'

export const FILE_RAIL = 'Bank file'

/** What is known of attempts that files of this channel had: what became of each. */
export type FileBooks = (attempt_uuids: readonly string[]) => Promise<RailReceipt[]>

/**
 * The rail that writes one file of a channel. `send` answers for a file that was released: under which references its payments are with
 * the bank by then.
 */
export function fileRail(channel: BankChannel, facts: FileFacts, books: FileBooks): Rail {
  const prepare = async (orders: readonly RailOrder[]) => preparedFile(channel, facts, orders)
  return {
    name: FILE_RAIL,
    simulated: false,
    capabilities: {
      leaves: 'BY_RELEASE',
      orders: 'BATCH',
      currencies: [channel.currency],
      cut_off: channel.cut_off,
      reversible: false,
      least_minor: 1n,
      most_minor: channel.format === 'INTERAC_CSV' ? BigInt(channel.setup.most_minor) : null,
    },
    prepare,
    send: async orders =>
      (await prepare(orders)).leaving.map(({ attempt_uuid, reference }) => ({
        ...{ attempt_uuid, outcome: 'SENT', reference, reason: null },
      })),
    ask: books,
    read: async bytes => readAnswer(channel, bytes),
  }
}

/** What a channel's set-up lacks or has wrong: a file of nothing says it. */
export function setupProblems(channel: BankChannel, facts: FileFacts): Prepared['setup'] {
  return written(channel, facts, []).setup
}

/** An order to somewhere that is no account at all is refused beside those that the format refuses; one that is named twice leaves once. */
function preparedFile(
  channel: BankChannel,
  facts: FileFacts,
  orders: readonly RailOrder[],
): Prepared {
  const once = [...new Map(orders.map(order => [order.attempt_uuid, order])).values()]
  const toBanks = once.flatMap(({ payee, attempt_uuid, amount, remittance }): PaymentOrder[] =>
    payee ? [{ attempt_uuid, amount, payee, remittance }] : [],
  )
  const elsewhere = once.flatMap(({ payee, attempt_uuid }): Refusal[] => {
    const text = textOf('bank-files.orders.noAccount')
    return payee ? [] : [{ attempt_uuid, problems: [{ field: 'account', text }] }]
  })
  const { file, payments, refused, setup } = written(channel, facts, toBanks)
  const inIt = new Set(payments.map(({ attempt_uuid }) => attempt_uuid))
  const amounts = new Map(toBanks.map(order => [order.attempt_uuid, order.amount]))
  return {
    leaving: payments.flatMap(({ attempt_uuid, reference }) => {
      const amount = amounts.get(attempt_uuid)
      return amount ? [{ attempt_uuid, amount, fee: null, reference }] : []
    }),
    refused: [...refused, ...elsewhere],
    totals: orderTotals(toBanks.filter(order => inIt.has(order.attempt_uuid))).amounts,
    file,
    setup,
  }
}

/** The last number of a file that AFT has room for. The one after it is 1 again: a bank holds a number against the files before it, and by then those are years back. */
const LAST_OF_CPA = 9_999

/** Tells files of one day apart for banks of the United States. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function written(
  channel: BankChannel,
  { number, first_trace, made_at, due_on }: FileFacts,
  orders: readonly PaymentOrder[],
): PreparedFile {
  const wall = wallClock(made_at, channel.cut_off?.zone ?? 'UTC')
  switch (channel.format) {
    case 'CPA_005':
      return writeCpa(orders, {
        ...channel.setup,
        currency: channel.currency === 'USD' ? 'USD' : 'CAD',
        file_number: numberInFile(channel, number),
        created_on: wall.date,
        due_on,
      })
    case 'NACHA':
      return writeNacha(orders, {
        ...channel.setup,
        created_at: `${wall.date}T${wall.time}`,
        file_id_modifier: MODIFIERS.charAt((number - 1) % MODIFIERS.length),
        effective_date: due_on,
        first_trace,
      })
    case 'INTERAC_CSV':
      return writeInterac(orders, {
        ...channel.setup,
        most_minor: BigInt(channel.setup.most_minor),
        date: due_on,
        secrets: new Map(),
      })
    default:
      return writePain001(orders, {
        ...channel.setup,
        profile: channel.format === 'PAIN_001_SEPA' ? 'SEPA' : 'SWIFT',
        message_id: messageIdOf(number, due_on),
        created_at: made_at,
        execution_date: due_on,
      })
  }
}

/** By which number the bank knows a file that has this number in its sequence. */
export function numberInFile({ format }: Pick<BankChannel, 'format'>, number: number): number {
  return format === 'CPA_005' ? ((number - 1) % LAST_OF_CPA) + 1 : number
}

const LOOKED_AT = 2_000

/** What a bank wrote, by what it looks like: a status report, a statement, returned items of the channel's own kind, or the bank's list. */
export function readAnswer(channel: BankChannel, bytes: Uint8Array): FileRead<Answers> {
  const beginning = new TextDecoder('latin1')
    .decode(bytes.subarray(0, LOOKED_AT))
    .replaceAll('\0', '')
  if (/^[^\w<]{0,4}\s*</.test(beginning))
    return beginning.includes('pain.002') ? readPain002(bytes) : readCamt(bytes)
  if (channel.format === 'CPA_005' && /^A\d{9}/.test(beginning)) return readCpaReturns(bytes)
  if (channel.format === 'NACHA' && beginning.startsWith('101')) return readNachaReturns(bytes)
  if (channel.answers) return readCsvAnswers(bytes, channel.answers)
  return { problems: [{ line: null, element: null, text: textOf('bank-files.files.unknown') }] }
}
