/**
 * Files as banks send them, put together by positions and by hand: nothing in common with the tables that read them. Versions 11 and 08 of
 * ISO 20022's messages, and the older ones, which differ in what is noted.
 */

export const bytesOf = (text: string) => new TextEncoder().encode(text)

export type Said = {
  readonly reference: string
  readonly minor: bigint
  readonly code: string
}

const two = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
const pad = (value: number | bigint | string, length: number) => String(value).padStart(length, '0')
const sumOf = (said: readonly Said[]) => said.reduce((sum, { minor }) => sum + minor, 0n)

/** A status report that lists each payment: with a code it is rejected, without one it is accepted. */
export function pain002(said: readonly Said[], version = 'pain.002.001.11', file = ''): string {
  const rejected = said.filter(({ code }) => code !== '').length
  const payments = said.map(
    ({
      reference,
      minor,
      code,
    }) => `<TxInfAndSts><OrgnlInstrId>${reference}</OrgnlInstrId><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${code ? 'RJCT' : 'ACSP'}</TxSts>
${code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>as the bank says</AddtlInf></StsRsnInf>` : ''}<AcctSvcrRef>B-${reference.slice(-6)}</AcctSvcrRef><OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${two(minor)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
<CstmrPmtStsRpt>
<GrpHdr><MsgId>STATUS-1</MsgId><CreDtTm>2026-11-25T08:00:00+01:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>CORRIDOR20261124A</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${file}</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>CORRIDOR20261124A-EUR</OrgnlPmtInfId>
${rejected > 0 ? `<NbOfTxsPerSts><DtldNbOfTxs>${rejected}</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>` : ''}
${payments.join('\n')}
</OrgnlPmtInfAndSts>
</CstmrPmtStsRpt>
</Document>
`
}

export type Booked = Said & {
  readonly direction: 'CRDT' | 'DBIT'
  readonly status?: string
  readonly returned?: boolean
}

/** An entry of one payment. Version 02 writes the status without a code in it, and parties without a choice. */
function entryOf(
  { reference, minor, code, direction, status = 'BOOK', returned }: Booked,
  old: boolean,
): string {
  const party = old ? '<Nm>Maria Silva</Nm>' : '<Pty><Nm>Maria Silva</Nm></Pty>'
  const other = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const amount = `<Amt Ccy="EUR">${two(minor)}</Amt>`
  return `<Ntry>${amount}<CdtDbtInd>${direction}</CdtDbtInd><Sts>${old ? status : `<Cd>${status}</Cd>`}</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt>
<AcctSvcrRef>B-${reference.slice(-6)}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${old ? `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>` : `${amount}<CdtDbtInd>${direction}</CdtDbtInd>`}<RltdPties><${other}>${party}</${other}></RltdPties><RmtInf><Ustrd>Northwind</Ustrd></RmtInf>${returned ? `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
}

/** A statement or a notification of entries; a statement opens with 100.00 and closes with what is left. */
export function camt(
  said: readonly Booked[],
  version = 'camt.053.001.08',
  closing?: bigint,
): string {
  const [root, report] = version.startsWith('camt.053')
    ? ['BkToCstmrStmt', 'Stmt']
    : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const booked = said.filter(({ status = 'BOOK' }) => status === 'BOOK')
  const of = (direction: string) => sumOf(booked.filter(one => one.direction === direction))
  const end = closing ?? 10_000n + of('CRDT') - of('DBIT')
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${two(minor < 0n ? -minor : minor)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-11-25</Dt></Dt></Bal>`
  const balances = report === 'Stmt' ? `${balance('OPBD', 10_000n)}${balance('CLBD', end)}` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
<${root}>
<GrpHdr><MsgId>REPORT-1</MsgId><CreDtTm>2026-11-26T06:00:00Z</CreDtTm></GrpHdr>
<${report}><Id>S-1</Id><CreDtTm>2026-11-26T06:00:00Z</CreDtTm><Acct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
${said.map(one => entryOf(one, version.endsWith('.02'))).join('\n')}
</${report}>
</${root}>
</Document>
`
}

const RDFI = '02100002'

/** A return file of ACH: each an entry with its addenda, in one batch. */
export function nachaReturns(said: readonly Said[]): string {
  const entries = said.flatMap(({ reference, minor, code }, at) => [
    `621${RDFI}1${'000123456789'.padEnd(17)}${pad(minor, 10)}${'E4F000000000001'}${'MARIA SILVA'.padEnd(22)}  1${RDFI}${pad(at + 1, 7)}`,
    `799${code}${reference}${' '.repeat(6)}${RDFI}${''.padEnd(44)}${RDFI}${pad(at + 1, 7)}`,
  ])
  const sums = `${pad((BigInt(RDFI) * BigInt(said.length)) % 10n ** 10n, 10)}${pad(0, 12)}${pad(sumOf(said), 12)}`
  const count = entries.length
  const lines = [
    `101 021000021 1234567892611250930A094101${'CORRIDOR'.padEnd(23)}${'JPMORGAN CHASE'.padEnd(23)}${' '.repeat(8)}`,
    `5220${'CORRIDOR'.padEnd(16)}${' '.repeat(20)}1234567890PPD${'CONTRACTOR'}      2611253291${RDFI}0000001`,
    ...entries,
    `8220${pad(count, 6)}${sums}1234567890${' '.repeat(25)}${RDFI}0000001`,
  ]
  const blocks = Math.ceil((lines.length + 1) / 10)
  lines.push(`9000001${pad(blocks, 6)}${pad(count, 8)}${sums}${' '.repeat(39)}`)
  while (lines.length < blocks * 10) lines.push('9'.repeat(94))
  return `${lines.join('\n')}\n`
}

/** A file of returned credits of AFT, six to a record. */
export function cpaReturns(said: readonly Said[]): string {
  const control = (count: number) => `${pad(count, 9)}01234567890042`
  const segments = said.map(
    ({ reference, minor, code }) =>
      `${code}${pad(minor, 10)}026329000300012${'1234567'.padEnd(12)}${pad(7, 22)}450${'CORRIDOR'.padEnd(15)}${'MARIA SILVA'.padEnd(30)}${'CORRIDOR PAYMENTS INC.'.padEnd(30)}0123456789${reference.padEnd(19)}000300012${'1002003'.padEnd(12)}${' '.repeat(15)}${pad(9, 22)}01${pad(0, 11)}`,
  )
  const details: string[] = []
  for (let at = 0; at < segments.length; at += 6)
    details.push(`I${control(details.length + 2)}${segments.slice(at, at + 6).join('')}`)
  const total = `${pad(sumOf(said), 14)}${pad(said.length, 8)}`
  return [
    `A${control(1)}02632900320${' '.repeat(20)}CAD`,
    ...details,
    `Z${control(details.length + 2)}${pad(0, 22)}${total}${pad(0, 44)}`,
  ]
    .map(line => `${line.padEnd(1464)}\r\n`)
    .join('')
}

/** A bank's list with a line before its titles. */
export function csvAnswers(said: readonly Said[]): string {
  const rows = said.map(
    ({ reference, minor, code }) =>
      `${reference};"Silva; Maria";${code ? 'Returned' : 'Paid'};"${two(minor).replace('.', ',')}";EUR;25/11/2026;${code}`,
  )
  return [
    'Report of November',
    'Reference;Name;Status;Amount;Currency;Date;Code',
    ...rows,
    '',
  ].join('\r\n')
}
