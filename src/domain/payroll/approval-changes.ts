/** What changed since an approval, in sentences: the answer to APPROVAL_STALE (design: Promise 1). */
import { formatMinor, formatMoney } from '#domain/kernel/money.ts'
import { networkName } from '#domain/kernel/network.ts'
import { WRITTEN, WRITTEN_FIELDS, type Written } from './approval.ts'

type Amount = { currency: string; minor: string }
type Destination = {
  destination_uuid: string
  version: number
  percentage_bps: number
  currency: string
  network: string
}
type Item = Written & {
  line_item_uuid: string
  contractor_sub: string
  contractor_name: string
  amount: Amount
  contract: { contract_uuid: string; revision: number; hourly_rate: Amount }
  destinations: Destination[]
}

/** Every difference between two lists of lines of `approvedItem`, a sentence each; empty when they are equal. */
export function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  // Both were written by `approvedItem`, so their shape is known.
  const [was, is] = [before, after].map(lines => lines.map(line => JSON.parse(line) as Item))
  const old = new Map((was ?? []).map(item => [item.line_item_uuid, item]))
  const kept = new Set((is ?? []).map(item => item.line_item_uuid))
  const removed = (was ?? []).filter(item => !kept.has(item.line_item_uuid))
  return [
    ...removed.map(item => `${item.contractor_name} is no longer in it (${say(item.amount)}).`),
    ...(is ?? []).flatMap(item => {
      const earlier = old.get(item.line_item_uuid)
      return earlier
        ? changesOfItem(earlier, item)
        : [`${item.contractor_name} was added, with ${say(item.amount)}.`]
    }),
  ]
}

function changesOfItem(was: Item, is: Item): string[] {
  const name = is.contractor_name
  const said: string[] = []
  if (was.contractor_sub !== is.contractor_sub)
    said.push(`The pay of ${was.contractor_name} now goes to another person, ${name}.`)
  else if (was.contractor_name !== name) said.push(`${was.contractor_name} is now called ${name}.`)
  if (say(was.amount) !== say(is.amount))
    said.push(`The pay of ${name} changed from ${say(was.amount)} to ${say(is.amount)}.`)
  for (const field of WRITTEN_FIELDS)
    if (was[field] !== is[field]) {
      const [old, now] = [was[field], is[field]].map(WRITTEN[field].said)
      said.push(`The ${SAID_AS[field]} of ${name} changed from ${old} to ${now}.`)
    }
  const contractChanged = JSON.stringify(was.contract) !== JSON.stringify(is.contract)
  if (contractChanged) said.push(contractSentence(name, was, is))
  return [...said, ...changesOfDestinations(name, was.destinations, is.destinations)]
}

const SAID_AS: { readonly [K in keyof Written]: string } = { hours_hundredths: 'hours' }

function contractSentence(name: string, was: Item, is: Item): string {
  const [old, now] = [say(was.contract.hourly_rate), say(is.contract.hourly_rate)]
  if (old !== now) return `The hourly rate of ${name} changed from ${old} to ${now}.`
  if (was.contract.contract_uuid !== is.contract.contract_uuid)
    return `${name} is now paid by another contract.`
  if (was.contract.revision !== is.contract.revision)
    return `The contract of ${name} is now revision ${is.contract.revision}; it was ${was.contract.revision}.`
  return `The hours of the contract of ${name} changed.`
}

function changesOfDestinations(name: string, was: Destination[], is: Destination[]): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  const old = new Map(was.map(destination => [destination.destination_uuid, destination]))
  const kept = new Set(is.map(destination => destination.destination_uuid))
  const said = was
    .filter(destination => !kept.has(destination.destination_uuid))
    .map(destination => `${name} no longer has ${place(destination)}.`)
  for (const destination of is) {
    const before = old.get(destination.destination_uuid)
    if (!before) said.push(`${name} added ${place(destination)}, with ${percent(destination)}.`)
    else if (before.percentage_bps !== destination.percentage_bps)
      said.push(
        `${name} now sends ${percent(destination)} to ${place(destination)}; it was ${percent(before)}.`,
      )
    else if (JSON.stringify(before) !== JSON.stringify(destination))
      said.push(`${name} changed ${place(destination)}.`)
  }
  return said.length > 0 ? said : [`${name} changed the order of the accounts.`]
}

function say({ currency, minor }: Amount): string {
  return formatMoney({ currency, minor: BigInt(minor) })
}

function percent({ percentage_bps }: Destination): string {
  return `${formatMinor(percentage_bps, 2)} %`
}

function place({ currency, network }: Destination): string {
  return network.toLowerCase() === 'fiat'
    ? `a ${currency} bank account`
    : `a ${currency} wallet on ${networkName(network)}`
}
