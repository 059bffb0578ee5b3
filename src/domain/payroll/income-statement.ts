/** What a statement of a year says: as much as its owner chose to show, and no more is kept (decision 0069). */

/** What was paid in a month by a company in a currency, in its smallest unit. */
export type PaidSum = {
  readonly employer_name: string
  /** Its first day. */
  readonly month: string
  readonly currency: string
  readonly minor: bigint
  readonly simulated: boolean
}

/** An amount as it is kept: digits, which JSON holds exactly. */
export type StatedAmount = { readonly currency: string; readonly minor: string }

export type StatementContent = {
  readonly totals: readonly StatedAmount[]
  readonly employers: readonly { readonly name: string; readonly totals: readonly StatedAmount[] }[]
  readonly months: readonly { readonly month: string; readonly totals: readonly StatedAmount[] }[]
  readonly simulated: boolean
}

export type Shows = { readonly shows_employers: boolean; readonly shows_months: boolean }

/** The content of a statement of these sums: the total of each currency, and as chosen those of each company and each month. */
export function statementOf(sums: readonly PaidSum[], shows: Shows): StatementContent {
  const group = (of: (sum: PaidSum) => string) =>
    [...Map.groupBy(sums, of)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    totals: totalsOf(sums),
    employers: shows.shows_employers
      ? group(sum => sum.employer_name).map(([name, own]) => ({ name, totals: totalsOf(own) }))
      : [],
    months: shows.shows_months
      ? group(sum => sum.month).map(([month, own]) => ({ month, totals: totalsOf(own) }))
      : [],
    simulated: sums.some(sum => sum.simulated),
  }
}

/** Whether two contents say the same, however their fields are ordered. */
export function saysTheSame(one: StatementContent, other: StatementContent): boolean {
  return spelled(one) === spelled(other)
}

function spelled({ totals, employers, months, simulated }: StatementContent): string {
  const amounts = (of: readonly StatedAmount[]) =>
    of.map(({ currency, minor }) => [currency, minor])
  return JSON.stringify([
    amounts(totals),
    employers.map(({ name, totals: own }) => [name, amounts(own)]),
    months.map(({ month, totals: own }) => [month, amounts(own)]),
    simulated,
  ])
}

function totalsOf(sums: readonly PaidSum[]): StatedAmount[] {
  const byCurrency = new Map<string, bigint>()
  for (const { currency, minor } of sums)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + minor)
  return [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, minor: String(minor) }))
}
