import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'

export type TaxForms = ClientOutput<'getTaxForms'>
/** What a taxpayer says of themselves, as it is sent. */
export type Answers = ClientInput<'previewTaxForms'>['body']['answers']
/** The forms that follow from answers, word for word. */
export type Preview = ClientOutput<'previewTaxForms'>
