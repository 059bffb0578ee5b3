import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentOf } from '#domain/kernel/currency.ts'
import { parseMinor } from '#domain/kernel/money.ts'
import type { PaymentOrder } from '#domain/payments/payment-order.ts'
import { all, littleXml, said, type Tree } from './little-xml.test-data.ts'
import {
  ACCOUNTS,
  ANY_NAMES,
  attemptOf,
  named,
  orders,
  orderTo,
  PAIN,
  refusals,
  SEPA,
  TORONTO,
  textOfFile,
} from './orders.test-data.ts'
import { differences } from './pain-001-elements.test-data.ts'
import { readXml } from './read-xml.ts'
import { reading } from './reading.ts'
import { type Pain001Setup, writePain001 } from './write-pain-001.ts'

const SWIFT_ACCOUNTS = Object.values(ACCOUNTS).filter(
  account => !('interac_email' in account && account.interac_email),
)

function read(given: readonly PaymentOrder[], setup: Pain001Setup = PAIN): Tree {
  return littleXml(textOfFile(writePain001(given, setup)))
}

/** The units of a batch's or the file's control sum, at five decimals. */
const units = (text = '') => parseMinor(text, 5)

/** Counts and sums of the head, of each batch and of what stands in it agree. */
function proven(document: Tree): { count: number; sum: bigint } {
  const [initiation] = all(document, 'CstmrCdtTrfInitn')
  if (!initiation) throw new Error('no initiation')
  const batches = all(initiation, 'PmtInf').map(batch => {
    const amounts = all(batch, 'CdtTrfTxInf/Amt/InstdAmt').map(({ text }) => units(text) ?? 0n)
    const sum = amounts.reduce((a, b) => a + b, 0n)
    expect([said(batch, 'NbOfTxs'), units(said(batch, 'CtrlSum'))]).toEqual([
      String(amounts.length),
      sum,
    ])
    return { count: amounts.length, sum }
  })
  const count = batches.reduce((n, batch) => n + batch.count, 0)
  const sum = batches.reduce((n, batch) => n + batch.sum, 0n)
  expect([said(initiation, 'GrpHdr/NbOfTxs'), units(said(initiation, 'GrpHdr/CtrlSum'))]).toEqual([
    String(count),
    sum,
  ])
  return { count, sum }
}

const transfers = (document: Tree) => all(document, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf')

describe('a file by SWIFT', () => {
  it('pays accounts of all kinds, each country’s banks by their own codes, element by element as the standard has it', () => {
    const document = read(SWIFT_ACCOUNTS.map((account, n) => orderTo(account, 10_050n, { n })))
    expect(differences(document)).toEqual([])
    expect(document.attributes.xmlns).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    const agent = 'CdtrAgt/FinInstnId'
    const banks = transfers(document).map(transfer =>
      ['BICFI', 'ClrSysMmbId/ClrSysId/Cd', 'ClrSysMmbId/MmbId', 'PstlAdr/Ctry']
        .map(path => said(transfer, `${agent}/${path}`) ?? '-')
        .join(' '),
    )
    expect(banks.sort()).toEqual([
      '- - - MX',
      '- AUBSB 062000 -',
      '- CACPA 000300012 -',
      '- GBDSC 200415 -',
      '- INFSC HDFC0000001 -',
      '- USABA 021000021 -',
      'BRASBRRJ - - -',
      'COBADEFF - - -',
    ])
    expect(all(document, 'CstmrCdtTrfInitn/PmtInf').map(batch => said(batch, 'ChrgBr'))).toEqual(
      Array.from({ length: 7 }, () => 'SHAR'),
    )
  })

  it('has the address in its parts, with town and country, and no address line', () => {
    const [transfer] = transfers(read([orderTo(ACCOUNTS.british, 1n)]))
    const address = transfer && all(transfer, 'Cdtr/PstlAdr')[0]
    expect(address?.children.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'StrtNm 12 Elm Street',
      'Room Unit 4',
      'PstCd M5V 2T6',
      'TwnNm Toronto',
      'CtrySubDvsn ON',
      'Ctry CA',
    ])
  })

  it('writes amounts by the decimals of their currencies, and sums them as numbers', () => {
    const yen = { ...ACCOUNTS.brazilian, currency: 'JPY' }
    const dinars = { ...ACCOUNTS.brazilian, currency: 'BHD' }
    const document = read([
      orderTo(yen, 120_000n, { n: 1 }),
      orderTo(dinars, 1_234n, { n: 2 }),
      orderTo(ACCOUNTS.iban, 5n, { n: 3 }),
    ])
    expect(
      all(document, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt').map(({ text }) => text),
    ).toEqual(['120000', '1.234', '0.05'])
    expect(said(document, 'CstmrCdtTrfInitn/GrpHdr/CtrlSum')).toBe('120001.284')
  })

  it('refuses one payment and names the field, and writes the others', () => {
    const good = orderTo(ACCOUNTS.british, 100n, { n: 1 })
    const prepared = writePain001(
      [
        good,
        named(orderTo(ACCOUNTS.british, 100n, { n: 2 }), 'Мария Силва'),
        { ...orderTo(ACCOUNTS.british, 100n, { n: 3 }), payee: { ...good.payee, address: null } },
        {
          ...orderTo(ACCOUNTS.british, 100n, { n: 4 }),
          payee: { ...good.payee, address: { ...TORONTO, city_or_municipality: '' } },
        },
        orderTo(ACCOUNTS.british, 0n, { n: 5 }),
        good,
        orderTo(ACCOUNTS.interac, 100n, { n: 6 }),
        orderTo({ ...ACCOUNTS.states, currency: 'USDC' }, 100n, { n: 7 }),
        orderTo(ACCOUNTS.british, 100n, { n: 8, amount: { currency: 'EUR', minor: 100n } }),
        orderTo(ACCOUNTS.british, 100n, { n: 9, remittance: 'x'.repeat(141) }),
        orderTo({ ...ACCOUNTS.states, bank_code: '021000022' }, 100n, { n: 10 }),
      ],
      PAIN,
    )
    expect(refusals(prepared)).toEqual([
      ['account_name: texts.script'],
      ['address: orders.noAddress'],
      ['address.city_or_municipality: texts.missing'],
      ['amount: orders.noAmount'],
      ['attempt_uuid: orders.twice'],
      ['account.interac_email: orders.interac'],
      expect.arrayContaining(['currency: orders.token']),
      ['account.currency: orders.accountCurrency'],
      ['remittance: texts.tooLong'],
      ['account.bank_code: payments.localAccounts.code.digits'],
    ])
    expect(prepared.payments).toEqual([
      {
        attempt_uuid: attemptOf(1),
        reference: attemptOf(1).replaceAll('-', '').toUpperCase(),
        name: 'Maria Silva',
      },
    ])
    expect(prepared.totals).toEqual({ count: 1, amounts: [{ currency: 'GBP', minor: 100n }] })
  })

  it('writes nothing with a set-up that is wrong, and says which field', () => {
    const { debtor } = PAIN
    const prepared = writePain001([orderTo(ACCOUNTS.british, 100n)], {
      ...PAIN,
      message_id: 'with space',
      execution_date: '2026-02-30',
      debtor: {
        ...debtor,
        name: '公司',
        bank: { swift_code: null, country_code: 'CA', bank_code: null },
      },
    })
    expect(prepared.setup.map(({ field }) => field)).toEqual([
      'message_id',
      'execution_date',
      'debtor.bank',
      'debtor.name',
    ])
    expect([prepared.file, prepared.payments]).toEqual([null, []])
  })

  it('agrees with itself, whatever the names, amounts and counts', () => {
    fc.assert(
      fc.property(orders(SWIFT_ACCOUNTS), given => {
        const prepared = writePain001(given, PAIN)
        const document = littleXml(textOfFile(prepared))
        expect(differences(document)).toEqual([])
        expect(
          reading(
            prepared.file ?? new Uint8Array(),
            complain => readXml(prepared.file ?? new Uint8Array(), complain)?.name,
          ),
        ).toEqual({ content: 'Document' })
        expect(proven(document).count).toBe(given.length)
        expect(
          transfers(document)
            .map(transfer => said(transfer, 'PmtId/EndToEndId'))
            .sort(),
        ).toEqual(prepared.payments.map(({ reference }) => reference).sort())
      }),
    )
  })

  it('loses no order and no cent to a name of any letters: each is written or refused', () => {
    fc.assert(
      fc.property(orders(SWIFT_ACCOUNTS, ANY_NAMES), given => {
        const prepared = writePain001(given, PAIN)
        expect(prepared.payments.length + prepared.refused.length).toBe(given.length)
        if (!prepared.file) return
        const document = littleXml(textOfFile(prepared))
        expect(differences(document)).toEqual([])
        const written = new Set(prepared.payments.map(({ attempt_uuid }) => attempt_uuid))
        const sum = given
          .filter(order => written.has(order.attempt_uuid))
          .reduce(
            (n, { amount }) => n + amount.minor * 10n ** BigInt(5 - exponentOf(amount.currency)),
            0n,
          )
        expect(proven(document)).toEqual({ count: written.size, sum })
      }),
    )
  })
})

describe('a file by SEPA', () => {
  it('pays IBANs in euros, each bank for itself', () => {
    const document = read([orderTo(ACCOUNTS.iban, 123_456n)], SEPA)
    expect(differences(document)).toEqual([])
    const [batch] = all(document, 'CstmrCdtTrfInitn/PmtInf')
    expect(
      batch &&
        ['PmtTpInf/SvcLvl/Cd', 'ChrgBr', 'CdtTrfTxInf/CdtrAcct/Id/IBAN', 'CtrlSum'].map(path =>
          said(batch, path),
        ),
    ).toEqual(['SEPA', 'SLEV', 'DE89370400440532013000', '1234.56'])
  })

  it('needs no SWIFT code, no address and no words for the payee', () => {
    const order = orderTo(
      { ...ACCOUNTS.iban, swift_code: null, iban: 'de89 3704 0044 0532 0130 00' },
      1n,
      { remittance: ' ' },
    )
    const document = read([{ ...order, payee: { ...order.payee, address: null } }], SEPA)
    expect(differences(document)).toEqual([])
    expect(
      transfers(document).flatMap(({ children }) => children.map(({ name }) => name)),
    ).not.toContain('CdtrAgt')
  })

  it('refuses what it does not reach', () => {
    const prepared = writePain001(
      [
        orderTo({ ...ACCOUNTS.brazilian, currency: 'EUR' }, 1n, { n: 1 }),
        orderTo({ ...ACCOUNTS.iban, iban: 'DE88370400440532013000' }, 1n, { n: 2 }),
        orderTo(ACCOUNTS.british, 1n, { n: 3 }),
        orderTo(ACCOUNTS.iban, 100_000_000_000n, { n: 4 }),
        named(orderTo(ACCOUNTS.iban, 1n, { n: 5 }), `${'Anna '.repeat(20)}Company`),
        named(orderTo(ACCOUNTS.iban, 1n, { n: 6 }), '/Anna'),
        orderTo({ ...ACCOUNTS.iban, swift_code: 'cobadeff' }, 1n, { n: 7 }),
      ],
      SEPA,
    )
    expect(refusals(prepared)).toEqual([
      ['account.iban: orders.outsideSepa'],
      ['account.iban: payments.accounts.ibanDigits'],
      ['currency: orders.currency', 'account.iban: orders.noIban'],
      ['amount: orders.tooMuch'],
      ['account_name: texts.slashes'],
      ['account.swift_code: payments.accounts.swiftForm'],
    ])
    // A person's given names became initials, and that is said.
    expect(prepared.payments.map(({ name }) => name)).toEqual([
      `${'Anna '.repeat(7)}${'A '.repeat(13)}Company`,
    ])
  })

  it('agrees with itself', () => {
    fc.assert(
      fc.property(orders([ACCOUNTS.iban]), given => {
        const document = littleXml(textOfFile(writePain001(given, SEPA)))
        expect(differences(document)).toEqual([])
        proven(document)
      }),
    )
  })
})
