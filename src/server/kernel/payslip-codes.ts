/** Codes by which whoever holds a payslip or a statement verifies it. They say where it is and that we made it, so that none is kept and none is guessed. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Crockford's base 32: no letter looks like a figure, and none like another. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HINT_BYTES = 8
const PROOF_BYTES = 7
const CODE_SYMBOLS = ((HINT_BYTES + PROOF_BYTES) * 8) / 5

/** What a payslip's code vouches for: change one of these, and the code of before is none. */
export type Vouched = {
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly pay_date: string
  readonly paid_at: Date | null
}

/** Among which ids the paper is: they share their first half, the millisecond of their making and a number in it. */
export type Hint = { readonly from: string; readonly to: string }

/** Codes of one kind of paper. */
export type Codes<Paper> = {
  /** `K7QD-3MVX-91PA-…`, 24 symbols: the first half of the id, and 56 bits that only the secret makes. */
  codeOf(paper: Paper): string
  /** Where to look for the paper of a typed code, whoever made it; undefined for what has not the form of one. */
  hintOf(typed: string): Hint | undefined
  /** Whether a typed code is that of the paper, in the same time for right and wrong. */
  isOf(typed: string, paper: Paper): boolean
}

export type PayslipCodes = Codes<Vouched>

/** What the code of a year's statement vouches for. */
export type VouchedStatement = {
  readonly statement_uuid: string
  readonly contractor_sub: string
  readonly year: number
  readonly content: unknown
  readonly issued_at: Date
}
export type StatementCodes = Codes<VouchedStatement>

/** Codes of payslips that this secret alone can make. */
export function payslipCodes(secret: string): PayslipCodes {
  return codes(`${secret} payslips`, payslip => [payslip.line_item_uuid, spelled(payslip)])
}

/** Codes of statements that this secret alone can make. */
export function statementCodes(secret: string): StatementCodes {
  return codes(`${secret} statements`, ({ statement_uuid, ...said }) => [
    statement_uuid,
    JSON.stringify([statement_uuid, said.contractor_sub, said.year, said.content, said.issued_at]),
  ])
}

function codes<Paper>(
  key: string,
  vouched: (paper: Paper) => readonly [id: string, spelled: string],
): Codes<Paper> {
  const bytesOf = (paper: Paper) => {
    const [id, said] = vouched(paper)
    const proof = createHmac('sha256', key).update(said).digest()
    return Buffer.concat([
      Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, HINT_BYTES),
      proof.subarray(0, PROOF_BYTES),
    ])
  }
  return {
    codeOf: paper => (encoded(bytesOf(paper)).match(/.{4}/g) ?? []).join('-'),
    hintOf: typed => {
      const half = decoded(typed)?.subarray(0, HINT_BYTES).toString('hex')
      if (!half) return undefined
      const start = `${half.slice(0, 8)}-${half.slice(8, 12)}-${half.slice(12)}`
      return { from: `${start}-0000-000000000000`, to: `${start}-ffff-ffffffffffff` }
    },
    isOf: (typed, paper) => {
      const given = decoded(typed)
      return given !== undefined && timingSafeEqual(given, bytesOf(paper))
    },
  }
}

function spelled(payslip: Vouched): string {
  const { line_item_uuid, contractor_sub, currency, amount_minor, pay_date, paid_at } = payslip
  const paid = paid_at?.toISOString() ?? ''
  return JSON.stringify([
    line_item_uuid,
    contractor_sub,
    currency,
    `${amount_minor}`,
    pay_date,
    paid,
  ])
}

function encoded(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => SYMBOLS[Number.parseInt(five, 2)]).join('')
}

/** The bytes of a code as people type it: in small letters, with O for 0 and I or L for 1, in wide letters, however it is set apart. */
function decoded(typed: string): Buffer | undefined {
  const symbols = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (symbols.length !== CODE_SYMBOLS) return undefined
  const values = [...symbols].map(symbol => SYMBOLS.indexOf(symbol))
  if (values.includes(-1)) return undefined
  const bits = values.map(value => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
