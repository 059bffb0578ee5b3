/** A contract's terms become its text: what Typst sets and what the screen shows are both made of what this answers. */
import type { ContractKind, ExhibitFormat } from '#domain/contracts/contract.ts'
import type {
  ContractTerm,
  ContractText,
  Run,
  SignatureText,
} from '#domain/contracts/contract-text.ts'
import type { CountryClauses } from '#domain/contracts/country-clauses.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { say } from '../kernel/words.ts'
import { type Certified, certificateText, type GivenSignature } from './certificate.ts'
import {
  as,
  type Clauses,
  type Key,
  numbered,
  type Section,
  said,
  sentence,
} from './contract-said.ts'
import { wordsOfClauses } from './country-clauses.ts'
import { parseExhibit } from './parse-exhibit.ts'

type Party = {
  readonly name: string
  readonly address_lines: readonly string[]
  readonly country: string
}

/** A services agreement in any state: both signatures null is a draft, both present is the final text. */
export type ContractData = {
  readonly reference: string
  readonly revision: number
  readonly effective_date: string
  /** When it was begun to be written; left out by what was offered before it was said. */
  readonly drafted_at?: string
  readonly employer: Party
  readonly contractor: Party
  readonly role: string
  /** What it pays; null for an unpaid engagement. */
  readonly pay: {
    readonly rate: { readonly amount: string; readonly currency: string }
    readonly scheduled_hours: string
    /** `Biweekly`, `Monthly` and so on. */
    readonly period_type: string
    readonly pay_policy: string
    /** A clause that completes "The pay date is ...", without a full stop. */
    readonly pay_date_rule: string
  } | null
  readonly start_date: string
  readonly end_date: string | null
  readonly notice_days: number
  /** Plain text, in which an empty line begins a new paragraph, or Markdown. */
  readonly exhibit_a: string
  /** Left out by what was offered before there were two: plain. */
  readonly exhibit_format?: ExhibitFormat
  readonly kind?: ContractKind
  /** The template of clauses for work in a country that it has. */
  readonly country_clauses?: CountryClauses
  /** Of an agreement that was signed elsewhere the file, where it was attached. */
  readonly agreement?: { readonly file_name: string; readonly sha256: string } | null
  readonly signatures: {
    readonly employer: GivenSignature | null
    readonly contractor: GivenSignature | null
  }
  /** What happened until both had signed. */
  readonly certificate?: Certified
}

/** The text of a contract: the same data always give the same text. */
export function contractText(data: ContractData): ContractText {
  const { employer, contractor, signatures, revision, reference } = data
  const signed = signatures.contractor ? 'both' : signatures.employer ? 'employer' : 'nobody'
  const words = WORDS[data.kind ?? 'CORRIDOR']
  return {
    dated: madeAt(data),
    title: said(words.title, { reference }),
    reference: said(words.reference, { reference, revision: String(revision) }),
    heading: said(words.heading),
    between: sentence(
      'between',
      { client: as('name', employer.name), contractor: as('name', contractor.name) },
      { date: formatDate(data.effective_date) },
    ),
    signed,
    state: said(words[signed]),
    parties: [
      { label: said('client'), name: employer.name, lines: full(employer.address_lines) },
      { label: said('contractor'), name: contractor.name, lines: full(contractor.address_lines) },
    ],
    terms_title: said('terms'),
    terms: termsOf(data),
    sections: numbered(data.kind === 'OUTSIDE' ? elsewhere(data) : drawnUp(data)),
    signatures: [
      signatureText('employer', said('forClient'), employer.name, signatures.employer),
      signatureText('contractor', said('theContractor'), contractor.name, signatures.contractor),
    ],
    exhibit: exhibitOf(data),
    certificate: data.certificate ? certificateText(data.certificate) : null,
  }
}

/** When this text came about: with its last signature, or when its draft was begun. */
function madeAt({ signatures, drafted_at, effective_date }: ContractData): string {
  const { employer, contractor } = signatures
  return contractor?.signed_at ?? employer?.signed_at ?? drafted_at ?? effective_date
}

/** What the two kinds are called, and what is said of each state. */
const WORDS = {
  CORRIDOR: {
    ...{ title: 'title', reference: 'reference', heading: 'heading' },
    ...{ nobody: 'draft', employer: 'offered', both: 'signed' },
  },
  OUTSIDE: {
    ...{ title: 'outsideTitle', reference: 'outsideReference', heading: 'outsideHeading' },
    ...{ nobody: 'outsideDraft', employer: 'outsideOffered', both: 'outsideSigned' },
  },
} as const satisfies Record<ContractKind, Readonly<Record<string, Key>>>

/** The sections of an agreement that is made here. */
function drawnUp(data: ContractData): Section[] {
  return [
    ...aboutTheWork(data),
    ...aboutPay(data),
    ['term', termOf(data, ['termUntil', 'termOpen'])],
    ...always(data),
    ...ofCountry(data),
    ['signatures', sentence('signatures1')],
  ]
}

/** The clauses for work in a country, as a section of their own. */
function ofCountry({ country_clauses }: ContractData): Section[] {
  if (!country_clauses) return []
  const { title, clauses } = wordsOfClauses(country_clauses)
  return [[{ title }, ...clauses.map(clause => [as('text', clause)])]]
}

/** The sections of terms whose agreement was signed elsewhere: what is paid, and nothing that the agreement itself says. */
function elsewhere(data: ContractData): Clauses[] {
  const [parties] = aboutTheWork(data)
  const [fee, payment] = aboutPay(data)
  const { agreement } = data
  const file = agreement
    ? sentence('agreement2', { file: as('name', agreement.file_name) }, { sha: agreement.sha256 })
    : sentence('agreement2None')
  return [
    ...(parties ? [parties] : []),
    ['agreement', sentence('agreement1'), file, sentence('agreement3')],
    ...(fee ? [fee.slice(0, 3) as unknown as Clauses] : []),
    ...(payment ? [payment] : []),
    ['term', termOf(data, ['outsideTermUntil', 'outsideTermOpen'])],
    ['confirmation', sentence('confirmation1')],
  ]
}

function exhibitOf(data: ContractData): ContractText['exhibit'] {
  const { kind, agreement, exhibit_a, exhibit_format } = data
  if (kind === 'OUTSIDE')
    return {
      title: said('outsideExhibit'),
      paragraphs: agreement
        ? [
            [
              said('agreementFile', { file: agreement.file_name }),
              said('agreementSha', { sha: agreement.sha256 }),
            ],
          ]
        : [[said('agreement2None')]],
    }
  if (exhibit_format === 'MARKDOWN')
    return { title: said('exhibit'), paragraphs: [], blocks: parseExhibit(exhibit_a) }
  return {
    title: said('exhibit'),
    paragraphs: exhibit_a
      .split(/\r?\n[ \t]*\r?\n/)
      .map(paragraph => full(paragraph.split(/\r?\n/).map(line => line.trim())))
      .filter(lines => lines.length > 0),
  }
}

function full(lines: readonly string[]): string[] {
  return lines.filter(line => line !== '')
}

function termsOf({
  kind,
  role,
  pay,
  start_date,
  end_date,
  notice_days,
}: ContractData): ContractTerm[] {
  const row = (id: ContractTerm['id'], value: string, note = '') => ({
    id,
    term: said(`${id}Term`),
    value,
    note,
  })
  const paid = pay
    ? [
        row('rate', said('anHour', { amount: amountOf(pay.rate) })),
        row('hours', said('hoursAPeriod', { hours: pay.scheduled_hours })),
        row(
          'paid',
          pay.period_type,
          said('payDate', { policy: pay.pay_policy, rule: pay.pay_date_rule }),
        ),
      ]
    : [row('rate', said('unpaid'))]
  return [
    row('role', role),
    ...paid,
    row('starts', formatDate(start_date)),
    row('ends', end_date ? formatDate(end_date) : said('openEnd')),
    ...(kind === 'OUTSIDE' ? [] : [row('notice', said('noticeDays', { days: notice_days }))]),
  ]
}

function aboutTheWork({ employer, contractor, role }: ContractData): Clauses[] {
  return [
    [
      'parties',
      sentence(
        'parties1',
        { client: as('name', employer.name), contractor: as('name', contractor.name) },
        {
          client_country: countryName(employer.country),
          contractor_country: countryName(contractor.country),
        },
      ),
      sentence('parties2'),
    ],
    [
      'services',
      sentence('services1', { role: as('strong', role) }),
      sentence('services2'),
      sentence('services3'),
    ],
  ]
}

function aboutPay({ pay }: ContractData): Clauses[] {
  if (!pay)
    return [
      ['fee', sentence('unpaidFee1')],
      ['payment', sentence('noPayment')],
    ]
  const { rate, scheduled_hours, pay_policy: policy, period_type } = pay
  return [
    [
      'fee',
      sentence('fee1', { rate: as('amount', amountOf(rate)) }),
      sentence('fee2', { hours: as('strong', scheduled_hours) }),
      sentence('fee3'),
    ],
    [
      'payment',
      sentence('payment1', { policy: as('name', policy) }, { period: period_type.toLowerCase() }),
      sentence('payment2', {}, { rule: pay.pay_date_rule }),
      sentence('payment3', {}, { currency: rate.currency }),
      sentence('payment4'),
    ],
  ]
}

function termOf({ start_date, end_date }: ContractData, [until, open]: readonly [Key, Key]): Run[] {
  const start = formatDate(start_date)
  return end_date
    ? sentence(until, {}, { start, end: formatDate(end_date) })
    : sentence(open, {}, { start })
}

function always({ employer, notice_days }: ContractData): Clauses[] {
  const of = (...keys: Key[]) => keys.map(key => sentence(key))
  return [
    ['independence', ...of('independence1', 'independence2', 'independence3')],
    ['confidentiality', ...of('confidentiality1', 'confidentiality2', 'confidentiality3')],
    [
      'termination',
      sentence('termination1', {}, { days: notice_days }),
      ...of('termination2', 'termination3'),
    ],
    [
      'law',
      sentence('law1', {}, { country: countryName(employer.country) }),
      ...of('law2', 'law3'),
    ],
  ]
}

function signatureText(
  party: SignatureText['party'],
  title: string,
  name: string,
  given: GivenSignature | null,
): SignatureText {
  if (!given) return { party, title, name, rows: [], missing: said('notSigned') }
  const row = (key: Key, value: string | null | undefined) =>
    value ? [{ term: said(key), value }] : []
  return {
    party,
    title,
    name,
    rows: [
      ...row('name', given.name),
      ...row('typedName', given.typed_name),
      ...row('earlierName', given.earlier_name),
      ...row('position', given.title),
      ...row('email', given.email),
      ...row('signedAt', instantOf(given.signed_at)),
      ...row('from', given.address),
      ...row('fingerprint', given.document_sha256),
    ],
    missing: '',
  }
}

function instantOf(instant: string): string {
  const [date, time] = [formatDate(instant.slice(0, 10)), instant.slice(11, 16)]
  return say('documents.documents.layout.instant', { date, time })
}

function amountOf({ amount, currency }: { amount: string; currency: string }): string {
  return `${amount} ${currency}`
}

/** Some country names want an article inside a sentence. */
const WANTS_ARTICLE =
  /^(United|Dominican|Central African|Czech Republic|Democratic|Republic|Russian Federation|Syrian)|Islands$|^(Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Congo)\b/

function countryName(country: string): string {
  return WANTS_ARTICLE.test(country) ? said('countryWithArticle', { country }) : country
}
