/** A client and an invoice as their bodies are sent, whole. */

export const usd = (minor: bigint) => ({ currency: 'USD', minor })

export const clientBody = (change: object = {}) => ({
  client_name: 'Magda Nowak',
  company_name: 'Latarnia Optics',
  phone_number: '',
  email: 'magda@latarnia.test',
  address: {
    street_number_and_name: 'ul. Morska 7',
    apartment_or_unit_number: '',
    city_or_municipality: 'Toronto',
    postal_code: 'M5V 3K2',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
  },
  currency: 'USD',
  tax_number: 'PL7650007654321',
  ...change,
})

/** Of 4496.40 USD: 3686.40 net, 805.00 tax and a fee of 5.00. */
export const invoiceBody = (client_uuid: string, change: object = {}) => ({
  ...{ client_uuid, start_date: '2026-02-09', end_date: '2026-02-22', due_date: '2026-03-16' },
  ...{ currency: 'USD', client_pays_transaction_fees: true, tax_percentage: 2300 },
  ...{ tax_category: null, tax_reason: '', note: '', destination_uuids: null },
  invoice_items: [
    { description: 'Control board firmware', amount: usd(240_000n), apply_taxes: true },
    { description: 'Commissioning on site', amount: usd(110_000n), apply_taxes: true },
    { description: 'Travel, receipts attached', amount: usd(18_640n), apply_taxes: false },
  ],
  transaction_fee: usd(500n),
  tax_number: 'PL0001234567',
  ...change,
})
