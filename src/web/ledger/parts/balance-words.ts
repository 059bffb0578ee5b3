import type { ClientOutput, WireMoney } from '#web/kernel/types.ts'

export type Balance = ClientOutput<'getBalances'>['balances'][number]

/** A sum of a balance's row as money. */
export function inCurrency({ currency }: Balance, minor: number): WireMoney {
  return { currency, amount_in_smallest_unit: minor }
}

/** What the server says is short, added up per currency in whole smallest units; currencies that lack nothing are left out. */
export function missingByCurrency(balances: readonly Balance[]): WireMoney[] {
  const sums = new Map<string, number>()
  for (const { currency, short } of balances)
    if (short > 0) sums.set(currency, (sums.get(currency) ?? 0) + short)
  return [...sums].map(([currency, amount_in_smallest_unit]) => ({
    currency,
    amount_in_smallest_unit,
  }))
}

/** How much of a currency is among these sums, in its smallest unit. */
export function minorIn(sums: readonly WireMoney[], currency: string): number {
  return sums.find(of => of.currency === currency)?.amount_in_smallest_unit ?? 0
}

/** Whether a row says anything: money that is there, on its way or needed. */
export function saysSomething(row: Balance): boolean {
  return row.available > 0 || row.reserved > 0 || row.in_flight > 0 || row.kept > 0 || row.need > 0
}

/** Every company that is told a domain, as choices. */
export function companiesOf(balances: readonly Balance[]) {
  return byEmployer(balances).flatMap(([first]) =>
    first?.domain
      ? [{ value: first.domain, label: first.company_name || first.domain, sub: first.domain }]
      : [],
  )
}

/** Every currency in which anybody has or needs money, as choices. */
export function currenciesOf(balances: readonly Balance[]) {
  return [...new Set(balances.map(({ currency }) => currency))]
    .sort()
    .map(currency => ({ value: currency, label: currency }))
}

/** The rows of each employer together, in the order in which the server lists them. */
export function byEmployer(balances: readonly Balance[]): Balance[][] {
  return [...Map.groupBy(balances, row => row.employer_uuid).values()]
}
