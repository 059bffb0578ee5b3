/** Codes by which whoever holds a payslip verifies it. They say where it is and that we made it, so that none is kept and none is guessed. */
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

/** Among which ids the payslip is: they share their first half, the millisecond of their making and a number in it. */
export type Hint = { readonly from: string; readonly to: string }

export type PayslipCodes = {
  /** `K7QD-3MVX-91PA-…`, 24 symbols: the first half of the id, and 56 bits that only the secret makes. */
  codeOf(payslip: Vouched): string
  /** Where to look for the payslip of a typed code, whoever made it; undefined for what has not the form of one. */
  hintOf(typed: string): Hint | undefined
  /** Whether a typed code is that of the payslip, in the same time for right and wrong. */
  isOf(typed: string, payslip: Vouched): boolean
}

/** Codes that this secret alone can make. */
export function payslipCodes(secret: string): PayslipCodes {
  const proofOf = (payslip: Vouched) =>
    createHmac('sha256', `${secret} payslips`).update(spelled(payslip)).digest()
  const bytesOf = (payslip: Vouched) =>
    Buffer.concat([
      Buffer.from(payslip.line_item_uuid.replaceAll('-', ''), 'hex').subarray(0, HINT_BYTES),
      proofOf(payslip).subarray(0, PROOF_BYTES),
    ])
  return {
    codeOf: payslip => (encoded(bytesOf(payslip)).match(/.{4}/g) ?? []).join('-'),
    hintOf: typed => {
      const half = decoded(typed)?.subarray(0, HINT_BYTES).toString('hex')
      if (!half) return undefined
      const start = `${half.slice(0, 8)}-${half.slice(8, 12)}-${half.slice(12)}`
      return { from: `${start}-0000-000000000000`, to: `${start}-ffff-ffffffffffff` }
    },
    isOf: (typed, payslip) => {
      const given = decoded(typed)
      return given !== undefined && timingSafeEqual(given, bytesOf(payslip))
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

/** The bytes of a code as people type it: in small letters, with O for 0 and I or L for 1, however it is set apart. */
function decoded(typed: string): Buffer | undefined {
  const symbols = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (symbols.length !== CODE_SYMBOLS) return undefined
  const values = [...symbols].map(symbol => SYMBOLS.indexOf(symbol))
  if (values.includes(-1)) return undefined
  const bits = values.map(value => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
