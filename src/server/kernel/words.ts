/** The edge at which the server's words become sentences, of the one language that there is (decision 0034). */
import { createTranslator } from 'use-intl/core'
import { assert } from '#domain/kernel/assert.ts'
import type { SaidWords, Text, TextKey, TextParams } from '#domain/kernel/words.ts'
import approvals from '#messages/en/approvals.json' with { type: 'json' }
import bankFiles from '#messages/en/bank-files.json' with { type: 'json' }
import batches from '#messages/en/batches.json' with { type: 'json' }
import billing from '#messages/en/billing.json' with { type: 'json' }
import contracts from '#messages/en/contracts.json' with { type: 'json' }
import documents from '#messages/en/documents.json' with { type: 'json' }
import evidence from '#messages/en/evidence.json' with { type: 'json' }
import identity from '#messages/en/identity.json' with { type: 'json' }
import integrations from '#messages/en/integrations.json' with { type: 'json' }
import invoicing from '#messages/en/invoicing.json' with { type: 'json' }
import kernel from '#messages/en/kernel.json' with { type: 'json' }
import ledger from '#messages/en/ledger.json' with { type: 'json' }
import notifications from '#messages/en/notifications.json' with { type: 'json' }
import payments from '#messages/en/payments.json' with { type: 'json' }
import payroll from '#messages/en/payroll.json' with { type: 'json' }
import people from '#messages/en/people.json' with { type: 'json' }
import reconciliation from '#messages/en/reconciliation.json' with { type: 'json' }
import screening from '#messages/en/screening.json' with { type: 'json' }
import tax from '#messages/en/tax.json' with { type: 'json' }
import verification from '#messages/en/verification.json' with { type: 'json' }

const messages: SaidWords = {
  approvals,
  'bank-files': bankFiles,
  batches,
  billing,
  contracts,
  documents,
  evidence,
  identity,
  integrations,
  invoicing,
  kernel,
  ledger,
  notifications,
  payments,
  payroll,
  people,
  reconciliation,
  tax,
  screening,
  verification,
}

/** The one language that there is, spoken as in the United States (specification 9). */
export const LOCALE = 'en-US'

const translate = createTranslator<Record<string, object>>({
  locale: LOCALE,
  messages,
  onError: error => assert(false, error.message),
}) as unknown as Translate

type Values = Readonly<Record<string, string | number>>
type Marks = Readonly<Record<string, (chunks: string) => string>>
type Translate = {
  (key: string, values?: Values): string
  markup(key: string, values: Readonly<Record<string, Values[string] | Marks[string]>>): string
}

/** The sentence of a key with what is filled in. */
export function say(key: TextKey, params: TextParams = {}): string {
  const values = Object.entries(params).map(([name, value]) => [name, filled(value)])
  return translate(key, Object.fromEntries(values))
}

/** The sentence of a key that marks parts of itself, as in `<strong>Reason:</strong> {reason}`; `marks` says what becomes of them. */
export function sayMarked(key: TextKey, values: Values, marks: Marks): string {
  return translate.markup(key, { ...values, ...marks })
}

/** The sentence of a text. */
export function sayText({ text, params }: Text): string {
  return say(text, params)
}

/** The sentences of texts, one after another. */
export function sayTexts(texts: readonly Text[]): string {
  return texts.map(sayText).join(' ')
}

/** What a rule answers, with its sentence beside. */
export function withReason<A extends { readonly said: Text }>(
  answer: A,
): A & { readonly reason: string } {
  return { ...answer, reason: sayText(answer.said) }
}

/** A text as a row keeps it, with its sentence beside in the words of today: older processes read that one. */
export function toKeep(text: Text | null): { sentence: string | null; said: string | null } {
  return { sentence: text && sayText(text), said: text && JSON.stringify(text) }
}

/**
 * What a row kept beside its sentence. Null where that says another one, since then the sentence was changed without it, and where the
 * catalogues cannot say it any more: their words change, and rows stay.
 */
export function saidBeside(sentence: string | null, said: Text | null): Text | null {
  try {
    return said && sayText(said) === sentence ? said : null
  } catch {
    return null
  }
}

/** Whether a word that others carried, such as the message of a schema, is a key of the catalogues. */
export function isTextKey(word: string): word is TextKey {
  const found = word
    .split('.')
    .reduce<unknown>(
      (within, key) => (within as Record<string, unknown> | undefined)?.[key],
      messages,
    )
  return typeof found === 'string'
}

function filled(value: TextParams[string]): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  return 'text' in value ? sayText(value) : sayTexts(value)
}
