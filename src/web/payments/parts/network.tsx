import { Icon, NetworkMark, type NetworkName } from '#web/ui/icon.tsx'

const MARKS: Readonly<Record<string, NetworkName>> = {
  bitcoin: 'bitcoin',
  ethereum: 'ethereum',
  hedera: 'hedera',
  algo: 'algorand',
  solana: 'solana',
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
