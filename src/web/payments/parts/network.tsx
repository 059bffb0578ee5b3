import { Icon, NetworkMark, type NetworkName } from '#web/ui/icon.tsx'

// The labels of '#domain/payments/addresses.ts' would bring that module's cryptography into every page.
const LABELS: Readonly<Record<string, string>> = {
  fiat: 'Bank',
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  hedera: 'Hedera',
  algo: 'Algorand',
  solana: 'Solana',
}

const MARKS: Readonly<Record<string, NetworkName>> = {
  bitcoin: 'bitcoin',
  ethereum: 'ethereum',
  hedera: 'hedera',
  algo: 'algorand',
  solana: 'solana',
}

/** A network as people call it; `Bank` for the bank's own. */
export function networkLabel(network: string): string {
  return LABELS[network.toLowerCase()] ?? network
}

/** The mark of a network, or a bank; decorative, since its name stands beside it. */
export function NetworkIcon({
  network,
  size = 16,
}: {
  network: string
  size?: number | undefined
}) {
  const mark = MARKS[network.toLowerCase()]
  return mark ? <NetworkMark name={mark} size={size} /> : <Icon name="bank" size={size} />
}

/** The name of a network's mark, where it has one. */
export function networkMark(network: string): NetworkName | undefined {
  return MARKS[network.toLowerCase()]
}
