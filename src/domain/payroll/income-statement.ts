/** What a statement of a year says: as much as its owner chose to show, and no more is kept (decision 0069). */

/** What was paid in a month by a company in a currency, in its smallest unit. */
export type PaidSum = {
  readonly employer_uuid: string
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

/**
 * The content of a statement of these sums: the total of each currency, and as chosen those of each company and each month. Two companies that are
 * called alike are two.
 */
export function statementOf(sums: readonly PaidSum[], shows: Shows): StatementContent {
  const group = (of: (sum: PaidSum) => string) =>
    [...Map.groupBy(sums, of)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own)
  return {
    totals: totalsOf(sums),
    employers: shows.shows_employers
      ? group(sum => JSON.stringify([sum.employer_name, sum.employer_uuid])).map(own => ({
          name: own[0]?.employer_name ?? '',
          totals: totalsOf(own),
        }))
      : [],
    months: shows.shows_months
      ? group(sum => sum.month).map(own => ({
          month: own[0]?.month ?? '',
          totals: totalsOf(own),
        }))
      : [],
    simulated: sums.some(sum => sum.simulated),
  }
}

/** Whether two contents say the same, however their fields are ordered. */
export function saysTheSame(one: StatementContent, other: StatementContent): boolean {
  return spelled(one) === spelled(other)
}

/** Whether what was paid by now is what a statement says, whatever those who paid are called by now. */
export function saysWhatWasPaid(stated: StatementContent, paid: StatementContent): boolean {
  const said = spelled(nameless(stated))
  return [paid, alikeAsOne(paid)].some(one => spelled(nameless(one)) === said)
}

/** A content with companies of one name as one, as statements of before have them. */
function alikeAsOne({ employers, ...content }: StatementContent): StatementContent {
  const byName = [...Map.groupBy(employers, ({ name }) => name)]
  const sums = byName.map(([name, alike]) => ({
    name,
    totals: totalsOf(
      alike.flatMap(({ totals }) =>
        totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
      ),
    ),
  }))
  return { ...content, employers: sums }
}

/** A content without names: companies by what they paid. */
function nameless({ employers, ...content }: StatementContent): StatementContent {
  const sums = employers.map(({ totals }) => ({ name: '', totals, key: amountsIn(totals) }))
  return { ...content, employers: sums.toSorted((a, b) => (a.key < b.key ? -1 : 1)) }
}

function spelled({ totals, employers, months, simulated }: StatementContent): string {
  return JSON.stringify([
    amountsIn(totals),
    employers.map(({ name, totals: own }) => [name, amountsIn(own)]),
    months.map(({ month, totals: own }) => [month, amountsIn(own)]),
    simulated,
  ])
}

/** Amounts spelled in one order of their fields: the database keeps them in another. */
function amountsIn(of: readonly StatedAmount[]): string {
  return JSON.stringify(of.map(({ currency, minor }) => [currency, minor]))
}

function totalsOf(sums: readonly Pick<PaidSum, 'currency' | 'minor'>[]): StatedAmount[] {
  const byCurrency = new Map<string, bigint>()
  for (const { currency, minor } of sums)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + minor)
  return [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, minor: String(minor) }))
}
