/** What a bank said of our account, in memory, and that nothing else is kept of it: no entry twice, none that it never said. */
import type { Line, Told } from '#server/reconciliation/statements.test-data.ts'
import type { State } from './state.ts'

/** A bank with true days. */
export type Bank = {
  /** The entries of each day by now, in the order of the days. */
  readonly days: Map<string, readonly Line[]>
  /** Each telling of a day that it ever had, an entry as a word. */
  readonly tellings: Map<string, (readonly string[])[]>
  /** What it sent, or would have. */
  readonly said: Told[]
  /** How many statements it made, each an hour later than the one before. */
  made: number
}

/** One that said nothing yet. */
export function silentBank(): Bank {
  return { days: new Map(), tellings: new Map(), said: [], made: 0 }
}

/** Has a day be told by these entries from now on. */
export function tellDay({ days, tellings }: Bank, day: string, lines: readonly Line[]): void {
  const words = lines.map(({ cents, at, reference }) => wordOf(String(cents), at, reference ?? ''))
  days.set(day, lines)
  tellings.set(day, [...(tellings.get(day) ?? []), words])
}

function wordOf(...said: string[]): string {
  return said.join(' ')
}

/** What is kept of a day, and nothing took back, is what the bank said of it at one time, or a part of it. */
export function nothingIsShownTwice(
  { shown }: State,
  _before: State,
  { bank }: { readonly bank: Bank },
): string[] {
  return [...Map.groupBy(shown, ({ day }) => day)].flatMap(([day, entries]) => {
    const words = entries.map(({ minor, at, reference }) => wordOf(minor, at, reference))
    const told = bank.tellings.get(day)
    // A simulation that goes on from a database of before knows no bank.
    if (bank.made === 0 || told?.some(telling => isPartOf(words, telling))) return []
    return [`the bank never said of ${day}: ${words.join(', ')}`]
  })
}

function isPartOf(words: readonly string[], telling: readonly string[]): boolean {
  const left = [...telling]
  return words.every(word => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
