/**
 * Why banks do not pay: their codes, and what each means for whoever has to mend it. Many codes mean one thing; a code that no table has
 * is told as it is.
 */
import { assert } from '#domain/kernel/assert.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { BankReason } from './bank-file.ts'

/** What a code means: a key of `bank-files.reasons`. */
type Meaning =
  | 'accountBlocked'
  | 'accountClosed'
  | 'accountCurrency'
  | 'addressMissing'
  | 'amount'
  | 'bankAway'
  | 'bankCode'
  | 'date'
  | 'debit'
  | 'deceased'
  | 'duplicate'
  | 'format'
  | 'fundsShort'
  | 'limit'
  | 'nameDiffers'
  | 'noAccount'
  | 'notAllowed'
  | 'notTaken'
  | 'ourSide'
  | 'refused'
  | 'stopped'
  | 'unspecified'

type Table = Readonly<Record<string, Meaning>>

/**
 * ISO 20022, external code sets: ExternalStatusReason1Code and ExternalReturnReason1Code, and of ExternalPaymentTransactionStatus1Code what
 * tells of a name or a hold. A code that the sets use for two things is left out (BE08).
 */
const ISO: Table = table({
  accountBlocked: 'AC06 AC16 AC17 NOCM',
  accountClosed: 'AC04 AC07',
  accountCurrency: 'AC09 AC11 AM03 AM11 CURR',
  addressMissing: 'BE04 BE09 BE11 BE12 BE14 BE15 BE17 BE18 BE21 BE22 ED03 RR03 RR05 RR06 RR12',
  amount: 'AM01 AM06 AM09 AM12 AM15 AM22',
  bankAway:
    'AB01 AB02 AB03 AB04 AB05 AB06 AB07 AB08 AB09 AB10 AB11 AG10 AG11 CNOR ED01 ED05 ED06 FF10 TA01',
  bankCode: 'AC08 AG04 AG06 AGNT RC01 RC02 RC04 RC05 RC07 RC08 RC10 RC11',
  date: 'CH03 CH04 DT01 DT02 DT03 DT04 DT05 DT06 EDNA TM01',
  debit: 'AG07 DNOR MD01 MD02 MD05 SL11 SL12 SL13 SL14',
  deceased: 'MD07',
  duplicate: 'AM05 DU01 DU02 DU03 DU04 DU05 DUPL RF01',
  format:
    'AG02 AM10 AM16 AM17 AM18 AM19 AM20 BE19 BE20 CERI CH07 CH11 CH12 CH13 CH14 CH15 CH16 CH17 CH20 CH21 ERIN FF01 FF02 FF03 FF04 FF05 FF06 FF07 FF08 INDT MINF NERI RR07 RR08 RR09 RR10 RR11 TD02 TD03',
  fundsShort: 'AM04',
  limit: 'AM02 AM13 AM14 AM21 AM23 SL15 SL16',
  nameDiffers: 'BE01 RVCM RVMC RVNM',
  noAccount: 'AC01 AC03 AC15 BE06 BE23 UCRD',
  notAllowed: 'AM07 BLCK FR01 FRAD RR04 SL17 SL18',
  notTaken: 'AC12 AC14 AG01 AG03 AG12',
  ourSide:
    'AC02 AC05 AC10 AC13 AG05 AG08 BE07 BE10 BE13 BE16 DS0A DS0B DS0C DS0D DS0E DS0F DS0G DS0H DS10 DS11 DS12 DS13 DS14 DS15 DS17 DS19 DS24 DS27 RC03 RC06 RC09 RR01 RR02',
  refused: 'BE05 CNPC MD06 NOAS UPAY',
  stopped: 'CN01 CUST DS02 FOCR RUTA SP01 SP02',
  unspecified: 'DS04 MS02 MS03 NARR SL01 SL02 SL03',
})

/** Nacha Operating Rules, Appendix Four, as moov-io/ach has them in `docs/returns.md`. */
const NACHA: Table = table({
  accountBlocked: 'R16',
  accountClosed: 'R02 R12',
  amount: 'R19',
  bankAway: 'R13 R32 R34 R80 R81 R83 R84',
  bankCode: 'R28 R82',
  date: 'R18',
  debit: 'R01 R05 R07 R08 R09 R10 R11 R29 R30 R33 R35 R37 R38 R39 R50 R51 R52 R53',
  deceased: 'R14 R15',
  duplicate: 'R24 R67',
  format: 'R17 R21 R22 R25 R26 R27 R36 R61 R68 R69 R70 R71 R72 R73 R74 R75 R76 R85',
  noAccount: 'R03 R04',
  notTaken: 'R20',
  refused: 'R23',
  stopped: 'R06 R31',
})

/** Payments Canada, Standard 007, codes of returned items. */
const CPA: Table = table({
  accountBlocked: '911',
  accountClosed: '905',
  accountCurrency: '909',
  bankAway: '990',
  debit: '901 904 907 908 915 916 917 918 919 920 921',
  deceased: '910',
  format: '900',
  nameDiffers: '914',
  noAccount: '902 912',
  refused: '922',
  stopped: '903',
})

/** A code means one thing: of two meanings in a table nobody could tell which one is said. */
function table(codes: Partial<Record<Meaning, string>>): Table {
  const pairs = Object.entries(codes).flatMap(([meaning, list]) =>
    list.split(' ').map(code => [code, meaning as Meaning] as const),
  )
  assert(new Set(pairs.map(([code]) => code)).size === pairs.length, 'a code stands twice')
  return Object.fromEntries(pairs)
}

const TABLES = { ISO, NACHA, CPA } as const
export type ReasonCodes = keyof typeof TABLES

/** What a code of a bank means. `words` are the bank's own, if it gave any. */
export function reasonOf(codes: ReasonCodes, code: string, words = ''): BankReason {
  const meaning = Object.hasOwn(TABLES[codes], code) ? TABLES[codes][code] : undefined
  if (meaning) return { code, text: textOf(`bank-files.reasons.${meaning}`) }
  return toldReason(code, words)
}

/** A reason that no table has: the bank's words, or its code where it has none. */
export function toldReason(code: string, words: string): BankReason {
  const said = words.trim().slice(0, 200)
  if (said === '') return { code, text: textOf('bank-files.reasons.unknown', { code }) }
  return { code, text: textOf('bank-files.reasons.told', { words: said }) }
}

/** All codes of a table, for tests and lists. */
export function codesOf(codes: ReasonCodes): readonly string[] {
  return Object.keys(TABLES[codes])
}
