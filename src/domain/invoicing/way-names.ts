/** What tells two ways to pay apart that have the same name: two accounts at different banks, or two wallets on one network. */

type Way = {
  readonly kind: 'bank' | 'wallet'
  readonly network: string
  readonly currency: string
  readonly bank: {
    readonly iban: string | null
    readonly account_number: string
    readonly swift_code: string | null
    readonly transit_number: string | null
    readonly interac_email: string | null
  } | null
  readonly address: string | null
}

const SHOWN = 4

/** The country of a bank account, of two letters, by its IBAN (ISO 13616), its BIC (ISO 9362) or what Canada's have alone; undefined where neither tells. */
export function countryOfWay({ bank }: Way): string | undefined {
  const country = bank?.iban?.slice(0, 2) ?? bank?.swift_code?.slice(4, 6)
  return country?.toUpperCase() ?? (bank?.transit_number ? 'CA' : undefined)
}

/** Of each way the end of its number or address, as in `•• 0912`; empty where its name alone tells it from all others. */
export function endsOfWays(ways: readonly Way[]): readonly string[] {
  const nameOf = ({ kind, currency, network }: Way) => `${kind} ${currency} ${network}`
  return ways.map(way => {
    const alike = ways.filter(other => nameOf(other) === nameOf(way))
    return alike.length > 1 ? `•• ${numberOf(way).slice(-SHOWN)}` : ''
  })
}

function numberOf({ bank, address }: Way): string {
  const number = bank ? bank.iban || bank.account_number || bank.interac_email : address
  return (number ?? '').replace(/\s/g, '')
}
