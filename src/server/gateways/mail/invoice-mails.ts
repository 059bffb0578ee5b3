/** To a client of a contractor, of an invoice that is owed. */
type InvoiceReminder = {
  contractor_name: string
  number: string
  amount: string
  currency: string
  due_on: string
  url: string
  stop_url: string
}

/** To a client of a contractor, of what arrived. */
type Receipt = {
  contractor_name: string
  number: string
  amount: string
  currency: string
  received_on: string
  stop_url: string
}

/** What the clients of contractors are mailed, as `MailTemplates` has it. */
export type InvoiceMails = {
  'invoice-sent': {
    contractor_name: string
    number: string
    amount: string
    currency: string
    due_on: string
    message?: string
    url: string
    stop_url: string
  }
  'invoice-late': InvoiceReminder
  'invoice-waits': InvoiceReminder
  'invoice-void': {
    contractor_name: string
    number: string
    amount: string
    currency: string
    /** Whether it was of a pay, which Corridor pays all the same. */
    of_pay: boolean
    stop_url: string
  }
  'invoice-paid': Receipt
  'invoice-part-paid': Receipt & {
    /** With its currency. */
    owed: string
    due_on: string
  }
  /** To a client: a receipt that they had was a mistake. */
  'receipt-mistaken': Omit<Receipt, 'received_on'> & {
    /** With its currency. */
    owed: string
    due_on: string
  }
  /** To an employer: the invoice of a pay. */
  'pay-invoice-sent': {
    contractor_name: string
    number: string
    amount: string
    currency: string
    message?: string
    url: string
    stop_url: string
  }
  /** To the contractor: what their client was sent, an invoice or a credit note. */
  'invoice-copy': {
    client_name: string
    client_email: string
    number: string
    amount: string
    currency: string
    message?: string
    url: string
  }
  /** To the contractor: a copy that was written by itself. */
  'invoice-to-send': {
    client_name: string
    number: string
    amount: string
    currency: string
    url: string
  }
  /** To the contractor: a client says that they sent the money. */
  'client-says-sent': {
    client_name: string
    number: string
    sent_on: string
    amount: string
    currency: string
    url: string
  }
  /** To the contractor: their pay was approved for another sum than they invoiced. */
  'my-invoice-differs': {
    employer_name: string
    number: string
    invoiced: string
    amount: string
    currency: string
    url: string
  }
  /** To who approves: the same. */
  'invoice-differs': {
    standing: string
    contractor_name: string
    number: string
    invoiced: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  'credit-note-sent': {
    contractor_name: string
    number: string
    credits: string
    amount: string
    currency: string
    message?: string
    url: string
    stop_url: string
  }
}
