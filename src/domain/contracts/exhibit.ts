/**
 * An exhibit in rich text: headings, paragraphs, lists, bold, links and tables, and nothing else (decision 0056). What is stored is
 * Markdown; what is signed, set and shown is this, in which nothing is markup any more.
 */

import { wrongSigns } from '../kernel/plain-signs.ts'
import { type Text, textOf } from '../kernel/words.ts'
import type { ExhibitFormat } from './contract.ts'

/** A part of a line, and what is special about it; `href` is of a link alone. */
export type ExhibitRun = {
  readonly as: 'text' | 'strong' | 'link' | 'break'
  readonly text: string
  readonly href?: string | undefined
}

export const EXHIBIT_BLOCKS = ['heading', 'paragraph', 'item', 'table'] as const

export type ExhibitBlock = {
  readonly kind: (typeof EXHIBIT_BLOCKS)[number]
  /** Of a heading 1 to 3, of an item how deep it stands in other lists, from 1; else 0. */
  readonly level: number
  /** What stands before an item, such as `•` or `2.`; else empty. */
  readonly marker: string
  /** What it says; of a table nothing. */
  readonly runs: ExhibitRun[]
  /** The rows of a table, all of the same length, the first of them its head. */
  readonly rows: ExhibitRun[][][]
}

/** How deep lists may stand in each other. */
export const MOST_LEVELS = 4
/** How many columns a table may have, so that it can be read on paper and on a phone. */
export const MOST_COLUMNS = 6

/** What is wrong with the exhibit of a contract, as it is written: signs that nobody sees or that imitate, lists too deep, too many marks. */
export function wrongExhibit(written: string, format: ExhibitFormat): Text | undefined {
  if (format === 'MARKDOWN' && isTooDeep(written)) return textOf('contracts.terms.exhibitTooDeep')
  if (format === 'MARKDOWN' && isTooMarked(written))
    return textOf('contracts.terms.exhibitTooMarked')
  return wrongSigns(written)
}

/** Whether lists stand so deep in each other that nobody means it, which would also take long to read. */
export function isTooDeep(markdown: string): boolean {
  return /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){7}/m.test(markdown)
}

const MOST_MARKS = 2_000

/** Whether more is marked than anybody means: what reads the text holds every `*` and `_` against every other before it. */
export function isTooMarked(markdown: string): boolean {
  return (markdown.match(/[*_]+/g)?.length ?? 0) > MOST_MARKS
}

// A host without a name or a password before it, and nothing that nobody sees.
const HTTPS = /^https:\/\/[^\s\p{C}/?#@\\]+(?:[/?#][^\s\p{C}\\]*)?$/iu
const MAIL = /^mailto:[^\s\p{C}@?<>"]+@[^\s\p{C}@?<>"]+(?:\?[^\s\p{C}]*)?$/iu

/** The target of a link, or undefined where it is none that an exhibit may have: https and mailto alone. */
export function linkTarget(url: string): string | undefined {
  return HTTPS.test(url) || MAIL.test(url) ? url : undefined
}

/** The lines of the blocks as plain text, in their order. */
export function exhibitLines(blocks: readonly ExhibitBlock[]): string[] {
  return blocks.flatMap(({ kind, marker, runs, rows }) =>
    kind === 'table'
      ? rows.flatMap(row => row.map(said))
      : [marker === '' ? said(runs) : `${marker} ${said(runs)}`],
  )
}

function said(runs: readonly ExhibitRun[]): string {
  return runs.map(run => (run.as === 'break' ? '\n' : run.text)).join('')
}
