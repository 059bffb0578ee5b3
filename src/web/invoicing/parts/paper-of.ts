/** The page of an invoice, of what is kept, of what is typed, and of what a link shows. */
import type { ClientOutput } from '#web/kernel/types.ts'
import {
  type Client,
  type Defaults,
  type InvoiceForm,
  isTyped,
  nameOf,
  percentText,
  totalsOfForm,
} from './invoice-form.ts'
import type { Paper } from './invoice-paper.tsx'

type Shown = ClientOutput<'openInvoice'>

/** What is typed, as the page that it will be; `focused` is the item that is typed in. */
export function paperOfForm(
  form: InvoiceForm,
  {
    client,
    defaults,
    today,
    focused,
    credits,
  }: {
    client: Client | undefined
    defaults: Defaults
    today: string
    focused: number | undefined
    credits: Paper['credits']
  },
): Paper {
  const { currency } = form
  const totals = totalsOfForm(form)
  const of = (minor: bigint) => ({ currency, amount_in_smallest_unit: Number(minor) })
  const rate = percentText(form.tax)
  const taxed = totals.tax_minor > 0n
  return {
    number: defaults.next_number,
    from: { ...defaults.from, tax_number: form.tax_number },
    to: client ? sideOf(client) : null,
    issued_on: today,
    start_date: form.start_date,
    end_date: form.end_date,
    due_date: form.due_date,
    items: form.items.filter(isTyped).map(item => ({
      description: item.description,
      amount: of(totalsOfForm({ ...form, items: [item] }).net_minor),
      tax: item.taxed && taxed ? rate : null,
    })),
    net: of(totals.net_minor),
    tax: taxed ? { rate, of: of(totals.taxed_minor), amount: of(totals.tax_minor) } : null,
    fee: totals.fee_minor > 0n ? of(totals.fee_minor) : null,
    total: of(totals.total_minor),
    note: form.note,
    focused,
    credits,
  }
}

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

function sideOf(client: Client): NonNullable<Paper['to']> {
  const { address, tax_number } = client
  const street = [address.street_number_and_name, address.apartment_or_unit_number]
  const town = [address.city_or_municipality, address.subdivision?.name, address.postal_code]
  const lines = [street, town, [address.country.name]].map(parts =>
    parts.filter(Boolean).join(', '),
  )
  const attention = client.company_name ? [client.client_name] : []
  return { name: nameOf(client), address_lines: [...attention, ...lines], tax_number }
}
