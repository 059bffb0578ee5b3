/** What a file says came in. */
import type { NewFunding } from './funding.store.ts'

/** Who paid, as the bank says it; empty where it does not. */
export type Payer = { readonly name: string; readonly account: string; readonly words: string }

/** A receipt of a file: an employer's, or nobody's yet. */
export type Receipt = Omit<NewFunding, 'employer_uuid'> & {
  readonly employer_uuid: string | null
  readonly payer: Payer | null
  /** Whether the reference is the payer's, since the bank gives none: it may stand with other receipts as well. */
  readonly of_payer: boolean
  /** Its line in a CSV, or which credit of a statement it is; from 1. */
  readonly line: number
  /** Which list of a bank's file shows it: one shows each receipt once. */
  readonly report: number
}

/** What a bank shows of a receipt, by the reference that it gives, as the database folds that. */
export type Shown = Pick<Receipt, 'currency' | 'amount_minor'> & { readonly folded: string }

/** All that statements show under such references, on whichever day. */
export type ShownUnder = (folded: readonly string[]) => Promise<readonly Shown[]>

/** A reference is one receipt however it is capitalised. */
export function keyOf({ reference }: { readonly reference: string }): string {
  return reference.toLowerCase()
}

/** Whether it is known whose a receipt is. */
export function isOwned(receipt: Receipt): receipt is Receipt & { employer_uuid: string } {
  return receipt.employer_uuid !== null
}

/** The receipt as it is kept once it is known whose it is. */
export function fundingOf(receipt: Receipt & { employer_uuid: string }): NewFunding {
  const { reference, funding_uuid, employer_uuid, currency, amount_minor, received_on, shares } =
    receipt
  return { reference, funding_uuid, employer_uuid, currency, amount_minor, received_on, shares }
}
