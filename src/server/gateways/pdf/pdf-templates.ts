import type { ContractText } from '#domain/contracts/contract-text.ts'

/**
 * What each document is filled with. Amounts, hours and percentages come as ready-made text (`4640.00`, `80.00`,
 * `90%`) so that the document prints exactly what the ledger says; dates come as `YYYY-MM-DD` and instants as ISO
 * text in UTC, which the templates write out. An absent value is null, so that forgetting one does not compile.
 */

/** An amount ready to print: plain digits and the currency code. */
export type PdfAmount = { readonly amount: string; readonly currency: string }

/** Someone named on a document; the address may have any number of lines, also none. */
export type PdfParty = { readonly name: string; readonly address_lines: readonly string[] }

type Period = { readonly start_date: string; readonly end_date: string }

/** One part of a payment and where it went; `delivered` is null until it arrived. */
export type PayslipPart = {
  readonly percentage: string
  readonly destination: string
  /** `No conversion`, or `1 BTC = 138420.50 CAD` with its source and time. */
  readonly rate: string
  readonly rate_source: string | null
  readonly rate_at: string | null
  readonly promised: PdfAmount
  readonly delivered: PdfAmount | null
  readonly arrived: string | null
  readonly reference: string | null
  readonly note: string | null
}

/** One entry of what was earned: its kind and why, its hours where it is time, and what it is worth. */
export type PayslipEntry = {
  readonly kind: string
  readonly words: string
  readonly hours: string | null
  readonly amount: PdfAmount
}

/** One contractor's payslip for one period. */
export type PayslipData = {
  readonly number: string
  readonly employer: PdfParty
  readonly contractor: PdfParty
  readonly contract: {
    readonly role: string
    /** Null, with the day, of what no contract gives: a row of a batch. */
    readonly revision: number | null
    readonly effective_date: string | null
    readonly rate: PdfAmount
    readonly policy: string
  }
  readonly period: Period
  readonly pay_date: string
  readonly hours: string
  readonly rate: PdfAmount
  /** `not prorated`, or how many business days counted. */
  readonly proration: string
  /** What the hours of the contract come to; null where there is none. */
  readonly time: PdfAmount | null
  /** What is added to it and taken off it; their sum with `time` is `gross`. */
  readonly entries: readonly PayslipEntry[]
  readonly gross: PdfAmount
  readonly fee: PdfAmount
  readonly fee_paid_by: string
  /** What went back to the employer, below nothing; null where all of it arrived. */
  readonly given_back: PdfAmount | null
  /** What the contractor was paid: gross, less a fee that the contractor bears and what was given back. */
  readonly paid: PdfAmount
  readonly parts: readonly PayslipPart[]
  readonly year_to_date: {
    readonly year: number
    readonly payslips: number
    readonly paid: PdfAmount
  }
  readonly verification: {
    readonly code: string
    /** The address of the page that takes it. */
    readonly page: string
    readonly sealed_at: string | null
  }
  readonly simulated: boolean
}

/** One destination's row of a cycle report. */
export type CycleReportPart = {
  readonly percentage: string
  readonly destination: string
  readonly amount: PdfAmount
  readonly rate: string
  readonly status: string
  readonly reference: string | null
}

/** One contractor's row of a cycle report with the parts of its payment. */
export type CycleReportRow = {
  readonly name: string
  readonly role: string
  readonly hours: string
  readonly rate: PdfAmount
  readonly amount: PdfAmount
  /** What is in the amount beside the hours of the contract; empty where nothing is. */
  readonly entries: string
  readonly status: string
  readonly parts: readonly CycleReportPart[]
}

/**
 * An employer's report of one pay cycle: whole, or of many people in parts that are joined: a summary, then rows, numbered on from
 * `first_page`.
 */
export type CycleReportData = {
  readonly shows: 'whole' | 'summary' | 'rows'
  readonly first_page: number
  /** Whether it is for who listens to it too; parts that are joined are alike. */
  readonly tagged: boolean
  readonly contractors: number
  readonly employer: PdfParty
  readonly policy: string
  readonly period: Period
  readonly pay_date: string
  readonly status: string
  readonly rows: readonly CycleReportRow[]
  readonly totals: readonly PdfAmount[]
  readonly generated_at: string
  readonly simulated: boolean
}

/** A form for a tax authority; its text comes whole, line by line. */
export type TaxFormData = {
  readonly kind: string
  readonly title: string
  readonly payer: string
  readonly lines: readonly {
    readonly line: string
    readonly label: string
    readonly value: string
  }[]
  readonly statements: readonly string[]
  readonly signature: readonly { readonly label: string; readonly value: string }[]
  readonly footer: string
}

/** One line of a receipt: what, how many or of how much, at what price. */
export type ReceiptLine = {
  readonly what: string
  readonly quantity: string
  readonly price: string
  readonly net: PdfAmount
}

/** What Corridor charged an employer for one month in one currency. */
export type ReceiptData = {
  readonly number: string
  readonly employer: PdfParty
  /** The first day of the month. */
  readonly month: string
  readonly invoice_date: string
  readonly lines: readonly ReceiptLine[]
  readonly net: PdfAmount
  readonly taxes: readonly { readonly rate: string; readonly amount: PdfAmount }[]
  readonly tax: PdfAmount
  readonly total: PdfAmount
  readonly taken: PdfAmount
  /** What is still to be taken; null where nothing is. */
  readonly rest: PdfAmount | null
}

/** A way to pay, line by line, with the picture of a code to scan where there is one. */
export type InvoiceWay = {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly value: string }[]
  /** SVG. */
  readonly qr: string | null
}

type TaxedParty = PdfParty & { readonly tax_number: string | null }

/** An invoice of a contractor to a client; a draft has no number, and may lack nearly everything. */
export type InvoiceData = {
  readonly number: string | null
  readonly kind: 'INVOICE' | 'CREDIT_NOTE'
  /** Whether it is of a pay, which Corridor pays. */
  readonly by_corridor: boolean
  /** Whether that pay is for another sum, and does not pay it. */
  readonly pay_differs: boolean
  /** Whether nothing is to be paid on it any more, whatever it asked for. */
  readonly void: boolean
  /** The invoice that a credit note is of. */
  readonly credits: { readonly number: string; readonly date: string } | null
  readonly issued_on: string
  readonly due_date: string | null
  readonly period: Period | null
  readonly from: TaxedParty
  readonly to: TaxedParty | null
  readonly items: readonly {
    readonly description: string
    /** The rate; null of what is not taxed. */
    readonly tax: string | null
    readonly amount: PdfAmount
  }[]
  readonly net: PdfAmount
  readonly tax: {
    readonly rate: string
    readonly of: PdfAmount
    readonly amount: PdfAmount
  } | null
  readonly fee: PdfAmount | null
  readonly total: PdfAmount
  /** Why something is not taxed. */
  readonly tax_note: string | null
  readonly note: string | null
  readonly ways: readonly InvoiceWay[]
  /** The same for machines, which the document carries; null where it carries none. */
  readonly xml: string | null
}

/** One row of a statement: what, and how much in one or several currencies. */
export type StatementRow = { readonly name: string; readonly totals: readonly PdfAmount[] }

/** What a year paid a contractor, as far as they chose to show it. */
export type StatementData = {
  readonly year: number
  readonly contractor: PdfParty
  readonly totals: readonly PdfAmount[]
  /** Empty where they are not shown. */
  readonly employers: readonly StatementRow[]
  readonly months: readonly StatementRow[]
  readonly issued_at: string
  readonly verification: { readonly code: string; readonly page: string }
  readonly simulated: boolean
}

/** The documents that can be rendered, by the name of their template. */
export type PdfTemplates = {
  payslip: PayslipData
  contract: ContractText
  'cycle-report': CycleReportData
  'tax-form': TaxFormData
  receipt: ReceiptData
  invoice: InvoiceData
  'income-statement': StatementData
}

/** A document that is a part of another, with how many pages it has. */
export type PdfPart = { readonly bytes: Uint8Array; readonly pages: number }

/** The port through which documents are made. */
export type PdfRenderer = {
  /** Renders one document. The same data gives the same bytes. Throws GatewayError PDF_*. */
  render<K extends keyof PdfTemplates>(template: K, data: PdfTemplates[K]): Promise<Uint8Array>
  /** The same, and says how many pages the document has. */
  renderPart<K extends keyof PdfTemplates>(template: K, data: PdfTemplates[K]): Promise<PdfPart>
  /**
   * The pages of the same document as an SVG, one below the other, in which letters are shapes and nothing runs. Its `data-pages` says how many
   * there are, its `data-rows` of what the template marks on which page it begins and how far down, in points. Throws GatewayError PDF_*.
   */
  picture<K extends keyof PdfTemplates>(template: K, data: PdfTemplates[K]): Promise<Uint8Array>
  /** One document of the pages of all parts, in their order. Throws GatewayError PDF_*. */
  join(parts: readonly Uint8Array[]): Promise<Uint8Array>
  /** Ends the engine; documents still waiting are refused. */
  close(): Promise<void>
}
