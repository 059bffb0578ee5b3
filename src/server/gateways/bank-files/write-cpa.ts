/**
 * An AFT file of credits (Payments Canada, Standard 005): a header, six payments to each record C, a trailer. Its number tells a file from those
 * before it of the same originator, from 1 to 9999 and from 1 again; who calls counts it.
 */

import { checkBankAccount } from '#domain/destinations/destination.ts'
import { daysBetween, isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { attemptReference, type PaymentOrder } from '#domain/payments/payment-order.ts'
import type { FieldProblem, PreparedFile } from './bank-file.ts'
import * as records from './cpa-records.ts'
import { recordOf } from './fixed-width.ts'
import { CPA_LETTERS } from './letters.ts'
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

export type CpaSetup = {
  /** What the bank calls the sender, ten letters. */
  readonly originator_id: string
  /** Where the file is processed, five digits. */
  readonly data_centre: string
  /** What payees read: 15 letters, and 30. */
  readonly short_name: string
  readonly long_name: string
  /** Where what does not arrive comes back to. */
  readonly return_account: {
    readonly institution_number: string
    readonly transit_number: string
    readonly account_number: string
  }
  readonly currency: 'CAD' | 'USD'
  /** 450 is what contractors are paid by (accounts payable), 200 is payroll (Standard 007, codes of transactions). */
  readonly transaction_code: '200' | '450'
  /** From 1 to 9999. */
  readonly file_number: number
  readonly created_on: PlainDateString
  readonly due_on: PlainDateString
  readonly line_end: '' | '\n' | '\r\n'
}

/** Standard 005, data element 06: funds are due at most 30 days back and 173 ahead of the file. */
const EARLIEST_DAYS = -30
const LATEST_DAYS = 173
/** Ten digits an item, fourteen a file. */
const MOST = 9_999_999_999n
const ROOM = { orders: 99_999_999, minor: 10n ** 14n - 1n }

type Names = { readonly short: string; readonly long: string }

/** The file of orders to Canadian accounts. The reference of each is its cross reference, 19 hexadecimal digits of the attempt's id. */
export function writeCpa(orders: readonly PaymentOrder[], setup: CpaSetup): PreparedFile {
  const problems: FieldProblem[] = []
  const names = checkSetup(refusing(problems), setup)
  const sifted = sift(orders, ROOM, (order, refuse) => {
    refuseAmount(refuse, order, { currency: setup.currency, most: MOST })
    checkAccount(order, refuse)
    return {
      reference: attemptReference(order.attempt_uuid, 19),
      name: spelledName(refuse, order.payee, CPA_LETTERS, 30),
      line: null,
    }
  })
  return preparedFile(sifted, problems, () => {
    const lines = fileOf(sifted.entries, setup, names)
    return new TextEncoder().encode(lines.map(line => line + setup.line_end).join(''))
  })
}

function checkAccount({ payee: { account } }: PaymentOrder, refuse: Refuse): void {
  const canadian = Boolean(account.transit_number && account.institution_number)
  refuse('account.transit_number', !canadian && textOf('bank-files.orders.notCanadian'))
  if (!canadian) return
  for (const { loc, text, params } of checkBankAccount(account)) {
    // Within Canada dollars of both kinds travel by transit and institution.
    if (loc.at(-1) !== 'swift_code') refuse(`account.${loc.at(-1)}`, textOf(text, params))
  }
}

function checkSetup(refuse: Refuse, setup: CpaSetup): Names {
  const { return_account: back, created_on, due_on } = setup
  requireForm(refuse, 'originator_id', setup.originator_id, /^[A-Z0-9]{10}$/, '0123456789')
  requireForm(refuse, 'data_centre', setup.data_centre, /^\d{5}$/, '00320')
  requireForm(refuse, 'file_number', String(setup.file_number), /^[1-9]\d{0,3}$/, '1')
  requireForm(
    refuse,
    'return_account.institution_number',
    back.institution_number,
    /^\d{3}$/,
    '003',
  )
  requireForm(refuse, 'return_account.transit_number', back.transit_number, /^\d{5}$/, '00012')
  requireForm(
    refuse,
    'return_account.account_number',
    back.account_number,
    /^[A-Z0-9]{1,12}$/,
    '1234567',
  )
  const dates = isPlainDate(created_on) && isPlainDate(due_on)
  const days = dates ? daysBetween(created_on, due_on) : 0
  refuse('due_on', !dates && textOf('bank-files.setup.date'))
  refuse(
    'due_on',
    (days < EARLIEST_DAYS || days > LATEST_DAYS) &&
      textOf('bank-files.setup.window', { back: -EARLIEST_DAYS, ahead: LATEST_DAYS }),
  )
  return {
    short: spelled(refuse, 'short_name', setup.short_name, CPA_LETTERS, 15),
    long: spelled(refuse, 'long_name', setup.long_name, CPA_LETTERS, 30),
  }
}

function fileOf(entries: readonly Entry<null>[], setup: CpaSetup, names: Names): string[] {
  const { originator_id, file_number } = setup
  const control = (record_count: number) => ({ record_count, originator_id, file_number })
  const details: string[] = []
  for (let at = 0; at < entries.length; at += records.SEGMENTS) {
    const segments = entries
      .slice(at, at + records.SEGMENTS)
      .map(entry => segmentOf(entry, setup, names))
    const head = recordOf(records.DETAIL_HEAD, { record_type: 'C', ...control(details.length + 2) })
    details.push((head + segments.join('')).padEnd(records.RECORD_LENGTH))
  }
  return [
    recordOf(records.HEADER, {
      ...control(1),
      created_on: records.julian(setup.created_on),
      data_centre: setup.data_centre,
      currency: setup.currency,
    }),
    ...details,
    recordOf(records.TRAILER, {
      ...control(details.length + 2),
      credit_total: entries.reduce((sum, { order }) => sum + order.amount.minor, 0n),
      credit_count: entries.length,
    }),
  ]
}

function segmentOf({ order, reference, name }: Entry<null>, setup: CpaSetup, names: Names): string {
  const { account } = order.payee
  const { return_account: back } = setup
  return recordOf(records.SEGMENT, {
    transaction_code: setup.transaction_code,
    amount: order.amount.minor,
    due_on: records.julian(setup.due_on),
    institution: `0${account.institution_number}${account.transit_number}`,
    account_number: account.account_number,
    short_name: names.short,
    payee_name: name,
    long_name: names.long,
    user_id: setup.originator_id,
    cross_reference: reference,
    return_institution: `0${back.institution_number}${back.transit_number}`,
    return_account: back.account_number,
  })
}
