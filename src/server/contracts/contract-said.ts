/** How the words of a contract are said: by key, with some of what is filled in more than text. */
import type { ContractText, Run } from '#domain/contracts/contract-text.ts'
import type { TextParams } from '#domain/kernel/words.ts'
import type SaidContracts from '#messages/en/contracts.json'
import { say } from '../kernel/words.ts'

export type Key = keyof (typeof SaidContracts)['documents']['contract']
export type Clauses = readonly [title: Key, ...clauses: Run[][]]

/** A section whose title is a key, or words of its own. */
export type Section = Clauses | readonly [title: { readonly title: string }, ...clauses: Run[][]]

export const said = (key: Key, params?: TextParams) =>
  say(`contracts.documents.contract.${key}`, params)
export const as = (kind: Run['as'], text: string): Run => ({ as: kind, text })

/** The sentence of a key, in which some of what is filled in is more than text. */
export function sentence(
  key: Key,
  slots: Readonly<Record<string, Run>> = {},
  params: TextParams = {},
): Run[] {
  const marked = Object.keys(slots).map(name => [name, `\ue000${name}\ue000`])
  return said(key, { ...params, ...Object.fromEntries(marked) })
    .split('\ue000')
    .map((part, at) => (at % 2 === 1 ? slots[part] : undefined) ?? as('text', part))
    .filter(run => run.text !== '')
}

/** Sections with their numbers and those of their clauses. */
export function numbered(all: readonly Section[]): ContractText['sections'] {
  return all.map(([title, ...clauses], at) => ({
    number: `${at + 1}`,
    title: typeof title === 'string' ? said(title) : title.title,
    clauses: clauses.map((text, of) => ({ number: `${at + 1}.${of + 1}`, text })),
  }))
}
