/** A form as it is read: the same lines become the screen and the PDF, so that neither says more. */
import type { z } from 'zod'
import type { TaxFormText } from '#contract/tax-forms.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import type { TaxFormKind } from '#domain/tax/tax-form.ts'
import type Said from '#messages/en/tax.json'
import { say } from '../kernel/words.ts'
import type { Answers } from './answers.ts'

export type FormText = z.output<typeof TaxFormText>

export type FormFacts = {
  readonly kind: TaxFormKind
  readonly payer_name: string
  readonly answers: Answers
  readonly legal_name: string
  readonly address_lines: readonly string[]
  /** Names of countries, written out. */
  readonly country: string
  readonly residence: string
}

/** Who signed, and when; nobody while it is only read. */
export type FormSignature = {
  readonly name: string
  /** What was typed where it is another name, and what they were called until lately. */
  readonly typed_name: string | undefined
  readonly earlier_name: string | undefined
  readonly email: string
  readonly address: string
  readonly signed_at: string
}

type Labels = keyof (typeof Said)['forms']['lines']

/** The text of a form, unsigned or signed. */
export function taxFormText(facts: FormFacts, signature?: FormSignature): FormText {
  const { kind, payer_name } = facts
  const lines = { 'W-9': w9, 'W-8BEN': w8ben, 'W-8BEN-E': w8bene }[kind](facts)
  return {
    kind,
    title: say(`tax.forms.titles.${kind}`),
    payer: payer_name,
    lines: lines.filter(({ value }) => value !== ''),
    statements: statementsOf(facts),
    signature: signature ? signatureLines(signature) : [],
    footer: say('tax.forms.footer', { kind }),
  }
}

function line(number: string, label: Labels, value: string) {
  return { line: number, label: say(`tax.forms.lines.${label}`), value }
}

function w9({ answers, legal_name, address_lines }: FormFacts) {
  const { kind, entity_name, classification, us_tax_number } = answers
  const entity = kind === 'ENTITY'
  return [
    line('1', 'name', entity ? entity_name : legal_name),
    line(
      '3a',
      'classification',
      classification ? say(`tax.classifications.${classification}`) : '',
    ),
    line('5, 6', 'address', address_lines.join(', ')),
    line('I', 'usNumber', us_tax_number),
  ]
}

function w8ben({ answers, legal_name, address_lines, country, residence }: FormFacts) {
  const { birth_date, us_tax_number, foreign_tax_number, treaty } = answers
  return [
    line('1', 'beneficialOwner', legal_name),
    line('2', 'citizenship', country),
    line('3', 'permanent', address_lines.join(', ')),
    line('5', 'usNumber', us_tax_number),
    line('6a', 'foreignNumber', foreign_tax_number || say('tax.forms.noNumber')),
    line('8', 'birthDate', birth_date ? formatDate(birth_date) : ''),
    line('9', 'treaty', treaty ? say('tax.forms.treaty', { country: residence }) : ''),
  ]
}

function w8bene({ answers, address_lines, country }: FormFacts) {
  const { entity_name, entity_type, us_tax_number, foreign_tax_number, treaty } = answers
  return [
    line('1', 'organization', entity_name),
    line('2', 'organized', country),
    line('4', 'entityType', entity_type ? say(`tax.entityTypes.${entity_type}`) : ''),
    line('5', 'chapter4', say('tax.forms.activeNffe')),
    line('6', 'permanent', address_lines.join(', ')),
    line('8', 'usNumber', us_tax_number),
    line('9b', 'foreignNumber', foreign_tax_number || say('tax.forms.noNumber')),
    line('14a', 'treaty', treaty ? say('tax.forms.treaty', { country }) : ''),
    line('39', 'active', say('tax.forms.active')),
  ]
}

const STATEMENTS: Readonly<Record<TaxFormKind, readonly TextKey[]>> = {
  'W-9': [
    'tax.forms.w9.perjury',
    'tax.forms.w9.number',
    'tax.forms.w9.withholding',
    'tax.forms.w9.usPerson',
    'tax.forms.w9.fatca',
  ],
  'W-8BEN': [
    'tax.forms.w8.perjury',
    'tax.forms.w8.owner',
    'tax.forms.w8.foreignPerson',
    'tax.forms.w8.income',
    'tax.forms.w8.rely',
    'tax.forms.w8.change',
  ],
  'W-8BEN-E': [
    'tax.forms.w8.perjury',
    'tax.forms.w8.entityOwner',
    'tax.forms.w8.foreignEntity',
    'tax.forms.w8.income',
    'tax.forms.w8.rely',
    'tax.forms.w8.change',
    'tax.forms.w8.capacity',
  ],
}

function statementsOf({ kind, answers, residence, country }: FormFacts): string[] {
  const own = STATEMENTS[kind].map(key => say(key))
  if (!answers.treaty || kind === 'W-9') return own
  return [...own, say('tax.forms.w8.treaty', { country: kind === 'W-8BEN' ? residence : country })]
}

function signatureLines(signature: FormSignature) {
  const { name, typed_name = '', earlier_name = '', email, address, signed_at } = signature
  const at = `${formatDate(signed_at.slice(0, 10))}, ${signed_at.slice(11, 16)} UTC`
  return [
    { label: say('tax.forms.signature.name'), value: name },
    { label: say('tax.forms.signature.typed'), value: typed_name },
    { label: say('tax.forms.signature.earlier'), value: earlier_name },
    { label: say('tax.forms.signature.email'), value: email },
    { label: say('tax.forms.signature.at'), value: at },
    { label: say('tax.forms.signature.from'), value: address },
  ].filter(({ value }) => value !== '')
}
