/** The shares of a split while they are typed, and what they make of the next pay. The split itself is the domain's and the server's. */
import { checkPercentages } from '#domain/destinations/destination.ts'
import { allocate, bpsOf, WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { formatMinor, parseMinor } from '#domain/kernel/money.ts'
import { convert } from '#domain/kernel/rate.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import type { Destination, NextPay, PaymentPart } from '../queries.ts'

/** Basis points as they stand in a field. */
export const written = (bps: number) => formatMinor(bps, 2)

/** Basis points of what was typed; not a number while it is none. */
function read(text: string): number {
  const bps = parseMinor(text.trim().replace(/\.$/, ''), 2)
  return bps === undefined || bps < 0n ? Number.NaN : Number(bps)
}

/** The typed shares, and how one changes the others: of two, the other one follows, so that they always make 100. */
export function useShares(destinations: readonly Destination[]) {
  const saved = destinations.map(({ percentage }) => written(bpsOf(percentage)))
  const [texts, setTexts, sent] = useDraft('split', saved)
  const type = (index: number, text: string) => {
    const bps = read(text)
    const follows = destinations.length === 2 && bps <= WHOLE_BPS
    setTexts(
      texts.map((old, at) => (at === index ? text : follows ? written(WHOLE_BPS - bps) : old)),
    )
  }
  const tidy = (index: number) => {
    const bps = read(texts[index] ?? '')
    if (bps <= WHOLE_BPS) setTexts(texts.map((old, at) => (at === index ? written(bps) : old)))
  }
  const shares = texts.map(read)
  return {
    texts,
    shares,
    type,
    tidy,
    move: (next: readonly number[]) => setTexts(next.map(written)),
    reset: () => setTexts(saved),
    sent,
    changed: shares.some((bps, at) => bps !== read(saved[at] ?? '')),
    problem: checkPercentages(shares),
  }
}

export type Shares = ReturnType<typeof useShares>

/** What is shown of a part of the next pay. */
export type PreviewedPart = Pick<
  PaymentPart,
  | ('payment_uuid' | 'destination_uuid' | 'label' | 'network' | 'percentage' | 'source')
  | ('promised' | 'delivered' | 'rate' | 'rate_source' | 'rate_as_of' | 'note')
>

/**
 * A pay as other shares would part it, by the domain's own arithmetic: exactly in its currency, and converted where one of its parts shows the rate of
 * that currency. What is too small for its rail the server joins to another once they are saved.
 */
export function previewOf(
  pay: NextPay,
  destinations: readonly Destination[],
  shares: readonly number[],
): PreviewedPart[] {
  const { currency, amount_in_smallest_unit } = pay.amount
  const minors = allocate(BigInt(amount_in_smallest_unit), shares.map(BigInt))
  return destinations.flatMap((destination, at) => {
    const source = { currency, amount_in_smallest_unit: Number(minors[at] ?? 0n) }
    if (source.amount_in_smallest_unit === 0) return []
    const { destination_uuid, label, network } = destination
    const known = pay.parts.find(part => arrivesIn(part) === destination.currency)
    const rate = known?.rate ?? null
    const promised =
      destination.currency === currency ? source : converted(source, destination, rate)
    return {
      ...{ payment_uuid: null, destination_uuid, label, network, source, promised, rate },
      ...{ percentage: (shares[at] ?? 0) / 100, delivered: null, note: null },
      rate_source: known?.rate_source ?? null,
      rate_as_of: known?.rate_as_of ?? null,
    }
  })
}

const arrivesIn = ({ promised }: PaymentPart) => promised?.currency

function converted(
  { currency, amount_in_smallest_unit }: WireMoney,
  to: Pick<Destination, 'currency'>,
  rate: string | null,
): WireMoney | null {
  if (rate === null) return null
  const known = { from_currency: currency, to_currency: to.currency, rate, source: '', as_of: '' }
  const { minor } = convert({ currency, minor: BigInt(amount_in_smallest_unit) }, known)
  return { currency: to.currency, amount_in_smallest_unit: Number(minor) }
}
