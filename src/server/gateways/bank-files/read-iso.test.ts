import { describe, expect, it } from 'vitest'
import { type Booked, bytesOf, camt, pain002, type Said } from './answers.test-data.ts'
import type { FileRead } from './bank-file.ts'
import { readCamt } from './read-camt.ts'
import { readPain002 } from './read-pain-002.ts'

const SAID: readonly Said[] = [
  { reference: 'AAAA000001', minor: 1_250n, code: 'AC04' },
  { reference: 'AAAA000002', minor: 7n, code: '' },
]

/** What was read; throws with what is wrong. */
function contentOf<C>(read: FileRead<C>): C {
  if ('content' in read) return read.content
  throw new Error(JSON.stringify(read.problems))
}

const keys = (read: FileRead<unknown>) =>
  'problems' in read
    ? read.problems.map(
        ({ line, element, text }) => `${line} ${element} ${text.text.replace('bank-files.', '')}`,
      )
    : []

describe('a status report', () => {
  it.each(['pain.002.001.03', 'pain.002.001.10', 'pain.002.001.11'])(
    '%s says what became of each payment, and why',
    version => {
      expect(contentOf(readPain002(bytesOf(pain002(SAID, version))))).toEqual({
        message_id: 'CORRIDOR20261124A',
        outcomes: [
          {
            of: 'PAYMENT',
            reference: 'AAAA000001',
            outcome: 'REJECTED',
            amount: { currency: 'EUR', minor: 1_250n },
            date: '2026-11-25',
            reason: { code: 'AC04', text: { text: 'bank-files.reasons.accountClosed' } },
            bank_reference: 'B-000001',
          },
          {
            of: 'PAYMENT',
            reference: 'AAAA000002',
            outcome: 'ACCEPTED',
            amount: { currency: 'EUR', minor: 7n },
            date: '2026-11-25',
            reason: null,
            bank_reference: 'B-000002',
          },
        ],
        totals: [
          { outcome: 'REJECTED', count: 1, amount: { currency: 'EUR', minor: 1_250n } },
          { outcome: 'ACCEPTED', count: 1, amount: { currency: 'EUR', minor: 7n } },
        ],
      })
    },
  )

  it('speaks of a whole file, and of payments by what it says of them all', () => {
    const whole = '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>'
    const file = pain002(SAID, 'pain.002.001.03', whole).replace(/<TxSts>ACSP<\/TxSts>/, '')

    const { outcomes } = contentOf(readPain002(bytesOf(file)))
    expect(
      outcomes.map(({ of, reference, outcome, reason }) => [of, reference, outcome, reason?.code]),
    ).toEqual([
      ['FILE', 'CORRIDOR20261124A', 'REJECTED', 'FF01'],
      ['PAYMENT', 'AAAA000001', 'REJECTED', 'AC04'],
      ['PAYMENT', 'AAAA000002', 'REJECTED', undefined],
    ])
  })

  it('tells that a name is not that of the account, which the bank asked about', () => {
    const file = pain002(SAID).replace('<TxSts>ACSP', '<TxSts>RVNM')
    const { outcomes } = contentOf(readPain002(bytesOf(file)))
    expect(outcomes[1]).toMatchObject({
      outcome: 'ACCEPTED',
      reason: { code: 'RVNM', text: { text: 'bank-files.reasons.nameDiffers' } },
    })
  })

  it('is refused whole where something is wrong, with the line and how to mend it', () => {
    const file = pain002(SAID)
      .replace('RJCT</TxSts>', 'WHAT</TxSts>')
      .replace('<InstdAmt Ccy="EUR">0.07', '<InstdAmt Ccy="EUR">0.075')
      .replace('AAAA000002</OrgnlEndToEndId>', 'NOTPROVIDED</OrgnlEndToEndId>')
    expect(keys(readPain002(bytesOf(file)))).toEqual([
      '7 DtldNbOfTxs files.count',
      '8 TxSts xml.status',
      '11 OrgnlTxRef/Amt/InstdAmt xml.amount',
    ])
    const [one = SAID[0]] = SAID
    expect(keys(readPain002(bytesOf(pain002(one ? [one, one] : []))))).toEqual([
      'null OrgnlEndToEndId files.twice',
    ])
    expect(keys(readPain002(bytesOf(camt([]))))).toEqual(['2 Document xml.otherMessage'])
  })

  it('reads no document type, no entity, no comment as text', () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}">]><Document>&b;</Document>`
    expect(keys(readPain002(bytesOf(laughs)))).toEqual(['null null xml.docType'])
    const entity = pain002(SAID).replace('AC04', '&xxe;')
    expect(keys(readPain002(bytesOf(entity)))).toEqual(['9 null xml.malformed'])
    const comment = pain002(SAID).replace(
      'AAAA000001</OrgnlEndToEndId>',
      'AAAA<!-- 9 -->00<![CDATA[0001]]></OrgnlEndToEndId>',
    )
    expect(contentOf(readPain002(bytesOf(comment)))).toEqual(
      contentOf(readPain002(bytesOf(pain002(SAID)))),
    )
  })

  it('reads the encodings of banks', () => {
    const file = pain002(SAID).replace('as the bank says', 'geändert')
    const whole = contentOf(readPain002(bytesOf(file)))
    const latin = file.replace('UTF-8', 'ISO-8859-1')
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(file.replace('UTF-8', 'UTF-16'), 'utf16le'),
    ])
    for (const bytes of [
      Buffer.from(latin, 'latin1'),
      utf16,
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(file)]),
      bytesOf(file.replaceAll('\n', '\r\n')),
    ])
      expect(contentOf(readPain002(bytes))).toEqual(whole)
    expect(keys(readPain002(Buffer.from(file, 'latin1')))).toEqual(['null null files.encoding'])
    expect(keys(readPain002(bytesOf(file.replace('UTF-8', 'EBCDIC-CP-US'))))).toEqual([
      '1 null files.encoding',
    ])
  })
})

const BOOKED: readonly Booked[] = [
  { reference: 'AAAA000001', minor: 1_250n, code: '', direction: 'DBIT' },
  { reference: 'AAAA000002', minor: 300n, code: 'AC04', direction: 'CRDT', returned: true },
  { reference: 'INVOICE 7', minor: 5_000n, code: '', direction: 'CRDT' },
  { reference: 'AAAA000003', minor: 9n, code: '', direction: 'DBIT', status: 'PDNG' },
]

describe('a statement', () => {
  it.each(['camt.053.001.02', 'camt.053.001.08', 'camt.054.001.02', 'camt.054.001.08'])(
    '%s says what left and what came back, and what others paid',
    version => {
      const { outcomes, reports, totals } = contentOf(readCamt(bytesOf(camt(BOOKED, version))))
      expect(
        outcomes.map(({ reference, outcome, amount, date, reason }) => [
          reference,
          outcome,
          amount?.minor,
          date,
          reason?.code,
        ]),
      ).toEqual([
        ['AAAA000001', 'SETTLED', 1_250n, '2026-11-25', undefined],
        ['AAAA000002', 'RETURNED', 300n, '2026-11-25', 'AC04'],
        ['AAAA000003', 'ACCEPTED', 9n, '2026-11-25', undefined],
      ])
      expect(totals.map(({ outcome, amount }) => [outcome, amount.minor])).toEqual([
        ['SETTLED', 1_250n],
        ['RETURNED', 300n],
        ['ACCEPTED', 9n],
      ])
      const [report] = reports
      expect([report?.account, report?.credits.minor, report?.debits.minor]).toEqual([
        'FR1420041010050500013M02606',
        5_300n,
        1_250n,
      ])
      expect(report?.closing?.amount.minor).toBe(
        version.startsWith('camt.053') ? 14_050n : undefined,
      )
      expect(report?.movements[2]).toEqual({
        direction: 'IN',
        amount: { currency: 'EUR', minor: 5_000n },
        ordered: null,
        booked: true,
        ...{ uneven: false, charged: false },
        date: '2026-11-25',
        reference: 'INVOICE 7',
        batch: null,
        bank_reference: 'B-OICE 7',
        entry_reference: 'B-OICE 7',
        returned: null,
        name: 'Maria Silva',
        account: null,
        remittance: 'Northwind',
      })
    },
  )

  it('closes with what it opened with and what was booked, or is refused', () => {
    expect(keys(readCamt(bytesOf(camt(BOOKED, 'camt.053.001.08', 14_051n))))).toEqual([
      '5 Bal files.balance',
    ])
    const cut = camt(BOOKED).replace(/<Ntry>[\s\S]*?<\/Ntry>\n/, '')
    expect(keys(readCamt(bytesOf(cut)))).toEqual(['5 Bal files.balance'])
  })

  it('takes an entry apart, and finds a batch that the bank did not', () => {
    const parts = camt(BOOKED.slice(0, 1)).replace(
      /<TxDtls>[\s\S]*<\/TxDtls>/,
      [1_000n, 250n]
        .map(
          (minor, at) =>
            `<TxDtls><Refs><EndToEndId>P${at}</EndToEndId></Refs><Amt Ccy="EUR">${Number(minor) / 100}</Amt></TxDtls>`,
        )
        .join(''),
    )
    expect(
      contentOf(readCamt(bytesOf(parts))).outcomes.map(({ reference, amount }) => [
        reference,
        amount?.minor,
      ]),
    ).toEqual([
      ['P0', 1_000n],
      ['P1', 250n],
    ])
    expect(keys(readCamt(bytesOf(parts.replace('>2.5<', '>2.4<'))))).toEqual([
      '6 Ntry/Amt files.sum',
    ])
    const batch = camt(BOOKED.slice(0, 1)).replace(
      /<TxDtls>[\s\S]*<\/TxDtls>/,
      '<Btch><PmtInfId>CORRIDOR20261124A-EUR</PmtInfId></Btch>',
    )
    expect(
      contentOf(readCamt(bytesOf(batch))).outcomes.map(({ of, reference, outcome }) => [
        of,
        reference,
        outcome,
      ]),
    ).toEqual([['BATCH', 'CORRIDOR20261124A-EUR', 'SETTLED']])
  })

  it('tells of a payment what was ordered, and of one that came back what came', () => {
    const [one] = BOOKED
    if (!one) return
    const instructed =
      '<AmtDtls><InstdAmt><Amt Ccy="USD">13.00</Amt></InstdAmt></AmtDtls><RltdPties>'
    const out = camt([one]).replace('<RltdPties>', instructed)
    const back = camt([{ ...one, direction: 'CRDT', returned: true, code: 'AC01' }]).replace(
      '<RltdPties>',
      instructed,
    )
    const outcomes = [out, back].flatMap(file => contentOf(readCamt(bytesOf(file))).outcomes)
    expect(outcomes.map(({ outcome, amount, reason }) => [outcome, amount, reason?.code])).toEqual([
      ['SETTLED', { currency: 'USD', minor: 1_300n }, undefined],
      ['RETURNED', { currency: 'EUR', minor: 1_250n }, 'AC01'],
    ])
  })

  it('tells of a payment from which the bank kept its charge, or that it exchanged, what moved on the account', () => {
    const [one] = BOOKED
    if (!one) return
    const charged = (direction: 'DBIT' | 'CRDT', entry: string) =>
      camt([{ ...one, direction }], 'camt.054.001.08')
        .replace('<Ntry><Amt Ccy="EUR">12.50', `<Ntry><Amt Ccy="EUR">${entry}`)
        .replace('<RltdPties>', '<Chrgs><Rcrd><Amt Ccy="EUR">0.50</Amt></Rcrd></Chrgs><RltdPties>')
    const out = contentOf(readCamt(bytesOf(charged('DBIT', '13.00'))))
    expect(out.reports[0]?.movements).toMatchObject([
      { amount: { minor: 1_300n }, ordered: { minor: 1_250n }, uneven: false, charged: true },
    ])
    expect(out.outcomes).toMatchObject([{ outcome: 'SETTLED', amount: { minor: 1_250n } }])
    const came = contentOf(readCamt(bytesOf(charged('CRDT', '12.00'))))
    expect(came.reports[0]?.movements).toMatchObject([{ amount: { minor: 1_200n } }])
    const exchanged = camt([one], 'camt.054.001.08').replace(
      '</Refs><Amt Ccy="EUR">12.50',
      '</Refs><Amt Ccy="USD">13.40',
    )
    expect(contentOf(readCamt(bytesOf(exchanged))).outcomes).toMatchObject([
      { outcome: 'SETTLED', amount: { currency: 'USD', minor: 1_340n } },
    ])
  })

  it('tells of a batch what was ordered where the bank added its charge, and else what it booked', () => {
    const whole = (entry: string, charge: string) =>
      contentOf(
        readCamt(
          bytesOf(
            camt(BOOKED.slice(0, 1), 'camt.054.001.08')
              .replace('<Ntry><Amt Ccy="EUR">12.50', `<Ntry><Amt Ccy="EUR">${entry}`)
              .replace('<NtryDtls>', `${charge}<NtryDtls>`)
              .replace(
                /<TxDtls>.*<\/TxDtls>/s,
                '<Btch><PmtInfId>B</PmtInfId><TtlAmt Ccy="EUR">12.50</TtlAmt></Btch>',
              ),
          ),
        ),
      ).outcomes.map(({ amount }) => amount?.minor)
    expect(
      whole('13.00', '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.50</TtlChrgsAndTaxAmt></Chrgs>'),
    ).toEqual([1_250n])
    expect(whole('8.00', '')).toEqual([800n])
  })

  it('says of parts that do not come to their entry that nobody knows what of each moved', () => {
    const part = (currency: string, amount: string) =>
      `<TxDtls><Refs><EndToEndId>P</EndToEndId></Refs><Amt Ccy="${currency}">${amount}</Amt></TxDtls>`
    const uneven = (...parts: readonly string[]) =>
      contentOf(
        readCamt(
          bytesOf(
            camt(BOOKED.slice(0, 1), 'camt.054.001.08').replace(
              /<TxDtls>.*<\/TxDtls>/s,
              `<Btch><TtlAmt Ccy="EUR">12.50</TtlAmt></Btch>${parts.join('')}`,
            ),
          ),
        ),
      ).reports[0]?.movements.map(of => of.uneven)
    expect(uneven(part('EUR', '10.00'), part('EUR', '2.50'))).toEqual([false, false])
    expect(uneven(part('USD', '10.00'), part('USD', '2.50'))).toEqual([true, true])
    const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">0.10</Amt></Rcrd></Chrgs></TxDtls>'
    const kept = part('EUR', '10.10').replace('</TxDtls>', charge)
    expect(uneven(kept, part('EUR', '2.50'))).toEqual([true, true])
  })

  it('takes nothing for returned that is only announced, or that we returned', () => {
    const [one] = BOOKED
    if (!one) return
    const lost = camt([one]).replace(
      /<EndToEndId>(.*)<\/EndToEndId>/,
      '<InstrId>$1</InstrId><EndToEndId>NOTPROVIDED</EndToEndId>',
    )
    expect(contentOf(readCamt(bytesOf(lost))).outcomes).toMatchObject([
      { reference: one.reference },
    ])
    const announced = camt([
      { ...one, direction: 'CRDT', returned: true, code: 'AC01', status: 'PDNG' },
    ])
    expect(contentOf(readCamt(bytesOf(announced))).outcomes).toEqual([])
    const ours = camt([{ ...one, returned: true, code: 'AC01' }])
    expect(contentOf(readCamt(bytesOf(ours))).outcomes).toMatchObject([
      { outcome: 'SETTLED', reason: null },
    ])
    const reversed = camt([{ ...one, direction: 'CRDT' }]).replace(
      '<BookgDt>',
      '<RvslInd>true</RvslInd><BookgDt>',
    )
    expect(contentOf(readCamt(bytesOf(reversed))).outcomes).toMatchObject([
      { outcome: 'RETURNED', reason: { code: 'NARR' } },
    ])
  })

  it('holds what its summary says', () => {
    const summed = (count: number, sum: string) =>
      readCamt(
        bytesOf(
          camt(BOOKED, 'camt.054.001.08').replace(
            '<Ntry>',
            `<TxsSummry><TtlDbtNtries><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></TtlDbtNtries></TxsSummry>\n<Ntry>`,
          ),
        ),
      )
    expect(keys(summed(2, '12.59'))).toEqual([])
    expect(keys(summed(3, '12.590'))).toEqual(['6 TxsSummry/TtlDbtNtries files.count'])
    expect(keys(summed(2, '12.58'))).toEqual(['6 TxsSummry/TtlDbtNtries files.sum'])
  })

  it('has dates that exist, and no more depth than a message', () => {
    expect(
      keys(
        readCamt(
          bytesOf(
            camt(BOOKED).replace('<Dt>2026-11-25</Dt></BookgDt>', '<Dt>2026-02-30</Dt></BookgDt>'),
          ),
        ),
      ),
    ).toEqual(['6 BookgDt xml.date'])
    const nested = camt(BOOKED).replace('Northwind', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`)
    expect(keys(readCamt(bytesOf(nested)))).toEqual(['8 null xml.tooMuch'])
  })
})
