/** The page of an invoice that a link shows. */
import type { ClientOutput } from '#web/kernel/types.ts'
import { percentText } from './invoice-form.ts'
import type { Paper } from './invoice-paper.tsx'

type Shown = ClientOutput<'openInvoice'>

/** What a link shows, as its page. */
export function paperOfShown(shown: Shown): Paper {
  const rate = percentText(shown.tax_percentage)
  const taxed = shown.tax.amount_in_smallest_unit > 0
  return {
    ...shown,
    void: shown.status === 'VOID',
    items: shown.invoice_items.map(({ description, amount, apply_taxes }) => ({
      ...{ description, amount },
      tax: apply_taxes && taxed ? rate : null,
    })),
    tax: taxed ? { rate, of: shown.taxed, amount: shown.tax } : null,
    fee: shown.fee.amount_in_smallest_unit > 0 ? shown.fee : null,
  }
}
