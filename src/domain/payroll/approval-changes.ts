/** What changed since an approval: the answer to APPROVAL_STALE (design: Promise 1). */
import { formatMinor, formatMoney } from '#domain/kernel/money.ts'
import { networkName } from '#domain/kernel/network.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { WRITTEN_FIELDS, type Written, writtenText } from './approval.ts'

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
export function changesBetween(before: readonly string[], after: readonly string[]): Text[] {
  // Both were written by `approvedItem`, so their shape is known.
  const [was, is] = [before, after].map(lines => lines.map(line => JSON.parse(line) as Item))
  const old = new Map((was ?? []).map(item => [item.line_item_uuid, item]))
  const kept = new Set((is ?? []).map(item => item.line_item_uuid))
  const removed = (was ?? []).filter(item => !kept.has(item.line_item_uuid))
  return [
    ...removed.map(item =>
      textOf('payroll.changedSince.removed', {
        name: item.contractor_name,
        amount: say(item.amount),
      }),
    ),
    ...(is ?? []).flatMap(item => {
      const earlier = old.get(item.line_item_uuid)
      return earlier
        ? changesOfItem(earlier, item)
        : [
            textOf('payroll.changedSince.added', {
              name: item.contractor_name,
              amount: say(item.amount),
            }),
          ]
    }),
  ]
}

function changesOfItem(was: Item, is: Item): Text[] {
  const name = is.contractor_name
  const said: Text[] = []
  if (was.contractor_sub !== is.contractor_sub)
    said.push(textOf('payroll.changedSince.anotherPerson', { was: was.contractor_name, name }))
  else if (was.contractor_name !== name)
    said.push(textOf('payroll.changedSince.renamed', { was: was.contractor_name, name }))
  if (say(was.amount) !== say(is.amount))
    said.push(
      textOf('payroll.changedSince.amount', { name, was: say(was.amount), is: say(is.amount) }),
    )
  for (const field of WRITTEN_FIELDS) {
    const params = {
      name,
      was: writtenText(field, was, was.amount.currency),
      is: writtenText(field, is, is.amount.currency),
    }
    if (JSON.stringify(params.was) !== JSON.stringify(params.is))
      said.push(textOf(`payroll.changedSince.written.${field}`, params))
  }
  const contractChanged = JSON.stringify(was.contract) !== JSON.stringify(is.contract)
  if (contractChanged) said.push(contractSentence(name, was, is))
  return [...said, ...changesOfDestinations(name, was.destinations, is.destinations)]
}

function contractSentence(name: string, was: Item, is: Item): Text {
  const [old, now] = [say(was.contract.hourly_rate), say(is.contract.hourly_rate)]
  if (old !== now) return textOf('payroll.changedSince.rate', { name, was: old, is: now })
  if (was.contract.contract_uuid !== is.contract.contract_uuid)
    return textOf('payroll.changedSince.anotherContract', { name })
  if (was.contract.revision !== is.contract.revision)
    return textOf('payroll.changedSince.revision', {
      name,
      is: is.contract.revision,
      was: was.contract.revision,
    })
  return textOf('payroll.changedSince.contractHours', { name })
}

function changesOfDestinations(name: string, was: Destination[], is: Destination[]): Text[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  const old = new Map(was.map(destination => [destination.destination_uuid, destination]))
  const kept = new Set(is.map(destination => destination.destination_uuid))
  const said = was
    .filter(destination => !kept.has(destination.destination_uuid))
    .map(destination =>
      textOf('payroll.changedSince.destinationGone', { name, place: place(destination) }),
    )
  for (const destination of is) {
    const before = old.get(destination.destination_uuid)
    if (!before)
      said.push(
        textOf('payroll.changedSince.destinationAdded', {
          name,
          place: place(destination),
          percentage: percent(destination),
        }),
      )
    else if (before.percentage_bps !== destination.percentage_bps)
      said.push(
        textOf('payroll.changedSince.percentage', {
          name,
          is: percent(destination),
          place: place(destination),
          was: percent(before),
        }),
      )
    else if (JSON.stringify(before) !== JSON.stringify(destination))
      said.push(
        textOf('payroll.changedSince.destinationChanged', { name, place: place(destination) }),
      )
  }
  return said.length > 0 ? said : [textOf('payroll.changedSince.order', { name })]
}

function say({ currency, minor }: Amount): string {
  return formatMoney({ currency, minor: BigInt(minor) })
}

function percent({ percentage_bps }: Destination): string {
  return `${formatMinor(percentage_bps, 2)} %`
}

function place({ currency, network }: Destination): Text {
  return network.toLowerCase() === 'fiat'
    ? textOf('payroll.changedSince.places.account', { currency })
    : textOf('payroll.changedSince.places.wallet', { currency, network: networkName(network) })
}
