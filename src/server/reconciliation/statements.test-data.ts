/** Statements as a bank writes them, camt.053 version 08. */
export type Line = {
  /** Above zero what came, below zero what went. */
  readonly cents: number
  /** The bank's own reference; empty where it gives none. */
  readonly at: string
  readonly words?: string
  readonly name?: string
  readonly day?: string
  /** Our own reference, end to end. */
  readonly reference?: string
  readonly returned?: boolean
  /** What was ordered, where the bank kept or added its charge. */
  readonly ordered?: number
  /** What the bank takes a collective entry apart into, which comes to it; with words and a reference of the bank where a part has its own. */
  readonly parts?: readonly (Pick<Line, 'cents'> & {
    readonly words?: string
    readonly at?: string
  })[]
}

const two = (cents: number) => (Math.abs(cents) / 100).toFixed(2)

export type Told = {
  readonly day: string
  readonly opening: number
  readonly lines?: readonly Line[]
  readonly from?: string
  readonly account?: string
  readonly currency?: string
  readonly id?: string
  /** Where it is not what the lines come to. */
  readonly closing?: number
  /** Which page of how many it is; the balances of a page that is not the first or the last are those in between. */
  readonly page?: readonly [number: number, of: number]
  /** Pages that say nothing of what was there in between. */
  readonly between?: false
  /** When the bank made it. */
  readonly made?: string
  /** The id of the message, which makes the same statement another file. */
  readonly file?: string
}

const balance = (code: string, cents: number, day: string, currency: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${two(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

/** The account that `givenBank` confirms. */
export const EURO_ACCOUNT = 'FR1420041010050500013M02606'

function entryOf(line: Line, day: string, currency: string): string {
  const { cents, at, words = '', name = 'Somebody', reference = 'NOTPROVIDED', returned } = line
  const way = cents < 0 ? 'DBIT' : 'CRDT'
  const other = cents < 0 ? 'Cdtr' : 'Dbtr'
  const amount = `<Amt Ccy="${currency}">${two(cents)}</Amt><CdtDbtInd>${way}</CdtDbtInd>`
  const charge = `<Chrgs><Rcrd><Amt Ccy="${currency}">1.00</Amt></Rcrd></Chrgs>`
  const details = (line.parts ?? [{ cents: line.ordered ?? cents, words }]).map(part => {
    const own = `<Amt Ccy="${currency}">${two(part.cents)}</Amt><CdtDbtInd>${way}</CdtDbtInd>`
    return `<TxDtls><Refs>${part.at ? `<AcctSvcrRef>${part.at}</AcctSvcrRef>` : ''}<EndToEndId>${reference}</EndToEndId></Refs>${own}${line.ordered ? charge : ''}<RltdPties><${other}><Pty><Nm>${name}</Nm></Pty></${other}><${other}Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></${other}Acct></RltdPties>
<RmtInf><Ustrd>${part.words ?? ''}</Ustrd></RmtInf>${returned ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls>`
  })
  return `<Ntry>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${line.day ?? day}</Dt></BookgDt>${at && `<AcctSvcrRef>${at}</AcctSvcrRef>`}
<NtryDtls>${details.join('')}</NtryDtls></Ntry>`
}

/** One day, or more, of an account. */
export function statementOf(...told: readonly Told[]): { file_name: string; bytes: Buffer } {
  const all = told.map(of => {
    const {
      day,
      opening,
      lines = [],
      account = EURO_ACCOUNT,
      currency = 'EUR',
      id = `S-${day}`,
    } = of
    const closing = of.closing ?? lines.reduce((sum, { cents }) => sum + cents, opening)
    const [number, count] = of.page ?? [1, 1]
    const pages = of.page
      ? `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${number === count}</LastPgInd></StmtPgntn>`
      : ''
    const end = (code: string, cents: number, outer: boolean) =>
      outer || of.between !== false ? balance(outer ? code : 'ITBD', cents, day, currency) : ''
    return `<Stmt><Id>${id}</Id>${pages}<CreDtTm>${of.made ?? `${day}T22:00:00Z`}</CreDtTm>
${of.from ? `<FrToDt><FrDtTm>${of.from}T00:00:00Z</FrDtTm><ToDtTm>${day}T23:59:59Z</ToDtTm></FrToDt>` : ''}<Acct><Id>${account.length > 20 ? `<IBAN>${account}</IBAN>` : `<Othr><Id>${account}</Id></Othr>`}</Id><Ccy>${currency}</Ccy></Acct>
${end('OPBD', opening, number === 1)}${end('CLBD', closing, number === count)}${lines.map(line => entryOf(line, day, currency)).join('\n')}</Stmt>`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${told[0]?.file ?? 'R'}</MsgId><CreDtTm>2026-11-26T06:00:00Z</CreDtTm></GrpHdr>
${all.join('\n')}</BkToCstmrStmt></Document>`
  return { file_name: 'statement.xml', bytes: Buffer.from(text) }
}
