/**
 * An ACH file of credits in United States dollars (Nacha Operating Rules, Appendix Three): one batch for people (PPD) and one for
 * companies (CCD), since a batch has one entry class.
 */

import { checkBankAccount } from '#domain/destinations/destination.ts'
import { bankCodeProblem } from '#domain/destinations/local-accounts.ts'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { attemptReference, type PaymentOrder } from '#domain/payments/payment-order.ts'
import type { FieldProblem, PreparedFile } from './bank-file.ts'
import { recordOf } from './fixed-width.ts'
import { NACHA_LETTERS } from './letters.ts'
import * as records from './nacha-records.ts'
import {
  type Entry,
  preparedFile,
  type Refuse,
  refuseAmount,
  refusing,
  requireForm,
  sift,
  spelled,
  spelledName,
} from './prepare.ts'

export type NachaSetup = {
  /** The bank that takes the file: nine digits, and its name. */
  readonly immediate_destination: string
  readonly immediate_destination_name: string
  /** Who sends it: the ten letters that the bank gave, or nine digits. */
  readonly immediate_origin: string
  readonly immediate_origin_name: string
  readonly company_name: string
  readonly company_id: string
  /** What stands on the payee's statement, at most ten letters. */
  readonly entry_description: string
  /** The first eight digits of the routing number of the bank that pays. */
  readonly odfi: string
  /** In the bank's own zone, `YYYY-MM-DDTHH:MM`. */
  readonly created_at: string
  /** Tells files of one day apart: A to Z or a digit. */
  readonly file_id_modifier: string
  readonly effective_date: PlainDateString
  /** The number of the first trace; traces of one bank do not come again for months. */
  readonly first_trace: number
  readonly line_end: '\n' | '\r\n'
}

type Line = {
  readonly account_number: string
  readonly routing: string
  readonly saved: boolean
  readonly id: string
}

/** The entry's amount has ten digits, sums have twelve, traces seven; a control of a batch counts with six digits. */
const MOST = 9_999_999_999n
const ROOM = { orders: 999_999, minor: 10n ** 12n - 1n }
const MOST_TRACES = 9_999_999

/** The file of orders to accounts in the United States. The reference of each is its trace number, by which returns name it. */
export function writeNacha(orders: readonly PaymentOrder[], setup: NachaSetup): PreparedFile {
  const problems: FieldProblem[] = []
  const said = checkSetup(refusing(problems), setup)
  const sifted = sift(orders, ROOM, (order, refuse, at) => {
    const trace = setup.first_trace + at
    refuse('trace', trace > MOST_TRACES && textOf('bank-files.orders.full'))
    return {
      reference: `${setup.odfi}${String(trace).padStart(7, '0')}`,
      name: spelledName(refuse, order.payee, NACHA_LETTERS, 22),
      line: lineOf(order, refuse),
    }
  })
  return preparedFile(sifted, problems, () => {
    const lines = fileOf(sifted.entries, setup, said)
    return new TextEncoder().encode(lines.map(line => line + setup.line_end).join(''))
  })
}

function lineOf(order: PaymentOrder, refuse: Refuse): Line {
  const { account } = order.payee
  refuseAmount(refuse, order, { currency: 'USD', most: MOST })
  const inStates = account.bank_country === 'US' && Boolean(account.bank_code) && !account.iban
  refuse('account.bank_country', !inStates && textOf('bank-files.orders.notStates'))
  if (inStates)
    for (const { loc, text, params } of checkBankAccount(account))
      refuse(`account.${loc.at(-1)}`, textOf(text, params))
  return {
    account_number: account.account_number,
    routing: account.bank_code ?? '',
    saved: account.account_type === 'SAVINGS',
    id: attemptReference(order.attempt_uuid, 15),
  }
}

type Said = Readonly<Record<'destination' | 'origin' | 'company' | 'description', string>>

function checkSetup(refuse: Refuse, setup: NachaSetup): Said {
  refuse('immediate_destination', bankCodeProblem('US', setup.immediate_destination))
  requireForm(refuse, 'immediate_origin', setup.immediate_origin, /^[A-Z0-9]{9,10}$/, '1234567890')
  requireForm(refuse, 'company_id', setup.company_id, /^[A-Z0-9]{10}$/, '1234567890')
  requireForm(refuse, 'odfi', setup.odfi, /^\d{8}$/, '02100002')
  requireForm(refuse, 'file_id_modifier', setup.file_id_modifier, /^[A-Z0-9]$/, 'A')
  requireForm(
    refuse,
    'created_at',
    setup.created_at,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
    '2026-11-24T09:30',
  )
  requireForm(refuse, 'first_trace', String(setup.first_trace), /^[1-9]\d{0,6}$/, '1')
  refuse('effective_date', !isPlainDate(setup.effective_date) && textOf('bank-files.setup.date'))
  const said = (field: keyof NachaSetup & string, text: string, most: number) =>
    spelled(refuse, field, text, NACHA_LETTERS, most)
  return {
    destination: said('immediate_destination_name', setup.immediate_destination_name, 23),
    origin: said('immediate_origin_name', setup.immediate_origin_name, 23),
    company: said('company_name', setup.company_name, 16),
    description: said('entry_description', setup.entry_description, 10),
  }
}

const short = (date: string) => date.slice(2, 10).replaceAll('-', '')

function fileOf(entries: readonly Entry<Line>[], setup: NachaSetup, said: Said): string[] {
  const header = recordOf(records.FILE_HEADER, {
    immediate_destination: setup.immediate_destination,
    immediate_origin: setup.immediate_origin,
    file_creation_date: short(setup.created_at),
    file_creation_time: setup.created_at.slice(11).replace(':', ''),
    file_id_modifier: setup.file_id_modifier,
    immediate_destination_name: said.destination,
    immediate_origin_name: said.origin,
  })
  const batches = [...Map.groupBy(entries, ({ order }) => order.payee.kind).values()]
  const lines = [header, ...batches.flatMap((batch, at) => batchOf(batch, setup, said, at + 1))]
  const blocks = Math.ceil((lines.length + 1) / records.BLOCK)
  const control = recordOf(records.FILE_CONTROL, {
    batch_count: batches.length,
    block_count: blocks,
    entry_count: entries.length,
    ...sums(entries),
  })
  const empty = blocks * records.BLOCK - lines.length - 1
  return [...lines, control, ...Array.from({ length: empty }, () => records.FILLER)]
}

function batchOf(
  entries: readonly Entry<Line>[],
  setup: NachaSetup,
  said: Said,
  batch_number: number,
): string[] {
  const person = entries[0]?.order.payee.kind === 'PERSON'
  // 220: credits alone.
  const own = {
    service_class_code: 220,
    company_id: setup.company_id,
    odfi: setup.odfi,
    batch_number,
  }
  return [
    recordOf(records.BATCH_HEADER, {
      ...own,
      company_name: said.company,
      entry_class: person ? 'PPD' : 'CCD',
      entry_description: said.description,
      effective_date: short(setup.effective_date),
    }),
    ...entries.map(({ order, line, name, reference }) =>
      recordOf(records.ENTRY, {
        // A credit to a checking account, or to one of savings.
        transaction_code: line.saved ? 32 : 22,
        rdfi: line.routing.slice(0, 8),
        check_digit: line.routing.slice(8),
        account_number: line.account_number,
        amount: order.amount.minor,
        individual_id: line.id,
        individual_name: name,
        addenda_indicator: 0,
        trace_number: reference,
      }),
    ),
    recordOf(records.BATCH_CONTROL, { ...own, entry_count: entries.length, ...sums(entries) }),
  ]
}

function sums(entries: readonly Entry<Line>[]) {
  return {
    entry_hash: records.entryHash(entries.map(({ line }) => line.routing.slice(0, 8))),
    total_debit: 0,
    total_credit: entries.reduce((sum, { order }) => sum + order.amount.minor, 0n),
  }
}
