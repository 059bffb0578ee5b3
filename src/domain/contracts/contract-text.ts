/** A contract as it is read. The same structure becomes the pages of the PDF and those of the screen, so that neither says more. */

import { type ExhibitBlock, exhibitLines } from './exhibit.ts'

/** A part of a sentence, and what is special about it; an amount is plain digits and a currency, set apart by a space. */
export type Run = { readonly as: 'text' | 'name' | 'strong' | 'amount'; readonly text: string }

/** The terms that are named first, in their order. */
export const TERMS = ['role', 'rate', 'hours', 'paid', 'starts', 'ends', 'notice'] as const

export type ContractTerm = {
  readonly id: (typeof TERMS)[number]
  readonly term: string
  readonly value: string
  readonly note: string
}

/** A signature's rows; none where it is still to be given. */
export type SignatureText = {
  readonly party: 'employer' | 'contractor'
  readonly title: string
  readonly name: string
  readonly rows: { readonly term: string; readonly value: string }[]
  /** What stands in place of the rows. */
  readonly missing: string
}

/** The last page of a contract that both signed: what happened, in its order, and how its file is told from another. */
export type CertificateText = {
  readonly title: string
  readonly lead: string
  readonly steps: {
    readonly what: string
    readonly name: string
    readonly rows: { readonly term: string; readonly value: string }[]
  }[]
  readonly seal_title: string
  readonly seal: string[]
  /** What stands before the address where a file is verified. */
  readonly page_lead: string
  readonly page: string
}

export type ContractText = {
  /** When the file says that it was made, an instant or a day, which archives ask for; left out by texts that were kept before it was said. */
  readonly dated?: string | undefined
  readonly title: string
  readonly reference: string
  readonly heading: string
  readonly between: Run[]
  readonly signed: 'nobody' | 'employer' | 'both'
  readonly state: string
  readonly parties: {
    readonly label: string
    readonly name: string
    readonly lines: string[]
  }[]
  readonly terms_title: string
  readonly terms: ContractTerm[]
  readonly sections: {
    readonly number: string
    readonly title: string
    readonly clauses: { readonly number: string; readonly text: Run[] }[]
  }[]
  readonly signatures: SignatureText[]
  /** Its paragraphs line by line, or its blocks where it is in rich text. */
  readonly exhibit: {
    readonly title: string
    readonly paragraphs: string[][]
    readonly blocks?: ExhibitBlock[] | undefined
  }
  /** Null until both have signed; left out by texts that were kept before there was one. */
  readonly certificate?: CertificateText | null | undefined
}

/**
 * The text of what both signed: word for word what was offered, since that is what they read, whatever our own words for it have become by
 * then. Of `now` it has what came to be by the signature: that signature, where it stands, the certificate, and when.
 */
export function signedText(offered: ContractText, now: ContractText): ContractText {
  const given = now.signatures.filter(({ party }) => party === 'contractor')
  return {
    ...offered,
    dated: now.dated,
    signed: now.signed,
    state: now.state,
    signatures: [...offered.signatures.filter(({ party }) => party === 'employer'), ...given],
    certificate: now.certificate,
  }
}

/** Every line of the contract in the order of its pages. The one thing that the PDF adds is its feet. */
export function linesOf(text: ContractText): string[] {
  return [
    text.reference,
    text.heading,
    plain(text.between),
    text.state,
    ...text.parties.flatMap(party => [party.label, party.name, ...party.lines]),
    text.terms_title,
    ...text.terms.flatMap(({ term, value, note }) => [term, value, note]),
    ...text.sections.flatMap(({ number, title, clauses }) => [
      `${number} ${title}`,
      ...clauses.map(clause => `${clause.number} ${plain(clause.text)}`),
    ]),
    ...text.signatures.flatMap(({ title, name, rows, missing }) => [
      title,
      name,
      ...rows.flatMap(row => [row.term, row.value]),
      missing,
    ]),
    text.exhibit.title,
    ...text.exhibit.paragraphs.flat(),
    ...exhibitLines(text.exhibit.blocks ?? []),
    ...(text.certificate ? certificateLines(text.certificate) : []),
  ].filter(line => line !== '')
}

function certificateLines(certificate: CertificateText): string[] {
  const { title, lead, steps, seal_title, seal, page_lead, page } = certificate
  return [
    title,
    lead,
    ...steps.flatMap(({ what, name, rows }) => [
      what,
      name,
      ...rows.flatMap(({ term, value }) => [term, value]),
    ]),
    seal_title,
    ...seal,
    page_lead,
    page,
  ]
}

/** The runs of a sentence as plain text. */
export function plain(runs: readonly Run[]): string {
  return runs.map(run => run.text).join('')
}
