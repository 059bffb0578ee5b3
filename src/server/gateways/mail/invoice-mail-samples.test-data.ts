import type { InvoiceMails } from './invoice-mails.ts'

const sampleReminder: InvoiceMails['invoice-late'] = {
  contractor_name: 'Łukasz Wiśniewski',
  number: 'LW-2026-014',
  amount: '4496.40',
  currency: 'EUR',
  due_on: '2026-12-08',
  url: 'https://corridor.test/payment-information#abc',
  stop_url: 'https://corridor.test/stop-invitations?token=def',
}

const stop_url = 'https://corridor.test/stop-invitations?token=def'

const sampleReceipt: InvoiceMails['invoice-paid'] = {
  contractor_name: 'Łukasz Wiśniewski',
  number: 'LW-2026-014',
  amount: '4496.40',
  currency: 'EUR',
  received_on: '2026-12-04',
  stop_url,
}

/** The mails about invoices of contractors. */
export const invoiceMails: InvoiceMails = {
  'invoice-sent': {
    contractor_name: 'Łukasz Wiśniewski',
    number: 'LW-2026-014',
    amount: '4496.40',
    currency: 'EUR',
    due_on: '2026-12-08',
    message: 'Thank you for the good work together.',
    url: 'https://corridor.test/payment-information#abc',
    stop_url,
  },
  'invoice-late': sampleReminder,
  'invoice-waits': sampleReminder,
  'invoice-void': {
    contractor_name: 'Łukasz Wiśniewski',
    number: 'LW-2026-014',
    amount: '4496.40',
    currency: 'EUR',
    of_pay: false,
    stop_url,
  },
  'invoice-paid': sampleReceipt,
  'invoice-part-paid': {
    ...sampleReceipt,
    amount: '3000.00',
    owed: '1496.40 EUR',
    due_on: '2026-12-08',
  },
  'receipt-mistaken': {
    contractor_name: 'Łukasz Wiśniewski',
    number: 'LW-2026-014',
    amount: '3000.00',
    currency: 'EUR',
    owed: '4496.40 EUR',
    due_on: '2026-12-08',
    stop_url,
  },
  'pay-invoice-sent': {
    contractor_name: 'Łukasz Wiśniewski',
    number: 'LW-2026-016',
    amount: '3400.00',
    currency: 'USD',
    url: 'https://corridor.test/payment-information#abc',
    stop_url,
  },
  'invoice-copy': {
    client_name: 'Latarnia Optics Sp. z o.o.',
    client_email: 'magda@latarnia.test',
    number: 'LW-2026-014',
    amount: '4496.40',
    currency: 'EUR',
    message: 'Thank you for the good work together.',
    url: 'https://corridor.test/contractor/send-invoice/abc',
  },
  'invoice-to-send': {
    client_name: 'Latarnia Optics Sp. z o.o.',
    number: 'LW-2026-014',
    amount: '4496.40',
    currency: 'EUR',
    url: 'https://corridor.test/contractor/send-invoice/abc',
  },
  'client-says-sent': {
    client_name: 'Latarnia Optics Sp. z o.o.',
    number: 'LW-2026-014',
    sent_on: '2026-11-24',
    amount: '4496.40',
    currency: 'EUR',
    url: 'https://corridor.test/contractor/send-invoice/abc',
  },
  'credit-note-sent': {
    contractor_name: 'Łukasz Wiśniewski',
    number: 'LW-2026-015',
    credits: 'LW-2026-014',
    amount: '1107.00',
    currency: 'EUR',
    message: 'The second day on site was not needed.',
    url: 'https://corridor.test/payment-information#abc',
    stop_url,
  },
  'my-invoice-differs': {
    employer_name: 'Northwind Robotics, Inc.',
    number: 'LW-2026-016',
    invoiced: '3400.00 USD',
    amount: '3230.00',
    currency: 'USD',
    url: 'https://corridor.test/contractor/send-invoice/abc',
  },
  'invoice-differs': {
    standing: '',
    contractor_name: 'Łukasz Wiśniewski',
    number: 'LW-2026-016',
    invoiced: '3400.00 USD',
    amount: '3230.00',
    currency: 'USD',
    pay_date: '2026-11-27',
    url: 'https://corridor.test/open?a=1&token=abc',
  },
}
