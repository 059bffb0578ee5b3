import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Preview } from './pay-chips.tsx'
import './pay-cycle.css'

type Unusual = Preview['unusual'][number]
type Kind = Preview['unusual_kinds'][number]

/** Something unusual that is acknowledged: one thing by name, or all of its kind where there are too many to name. */
export type Acknowledgement = {
  readonly key: string
  readonly label: ReactNode
  readonly thing?: Pick<Unusual, 'line_item_uuid' | 'code'>
  readonly kind?: Kind
}

/** What has to be acknowledged before approving (design: Promises, 5). */
export function acknowledgements({ unusual, unusual_kinds }: Preview): Acknowledgement[] {
  if (unusual.length > 0)
    return unusual.map(one => {
      const { line_item_uuid, code } = one
      const thing = { line_item_uuid, code }
      return { key: `${line_item_uuid} ${code}`, label: <Sentence of={one} />, thing }
    })
  return unusual_kinds.map(kind => ({
    key: `${kind.code} ${kind.items}`,
    label: KINDS[kind.code](kind.items),
    kind,
  }))
}

const KINDS: Readonly<Record<Kind['code'], (items: number) => string>> = {
  NEW_PAYEE: items => `${items} people are paid by you for the first time.`,
  DESTINATION_CHANGED: items =>
    `${items} people changed where the pay goes after your last payment.`,
  AMOUNT_OFF_CONTRACT: items => `${items} amounts are not what the contract gives.`,
  AMOUNT_FAR_FROM_LAST: items => `${items} amounts are a quarter or more away from last time.`,
  CONTRACT_ENDED: items => `The contracts of ${items} people ended before this period.`,
  DUPLICATE: items => `${items} line items are of people who are already in this pay.`,
  BACK_PAY: items => `${items} line items pay days that no cycle paid.`,
}

/** What is unusual, to be acknowledged one by one, or kind by kind where it is much. */
export function CycleAcknowledge({
  of: all,
  acknowledged,
  onChange,
  onShow,
}: {
  of: readonly Acknowledgement[]
  acknowledged: ReadonlySet<string>
  onChange: (next: ReadonlySet<string>) => void
  /** Shows the line items that are unusual. */
  onShow: () => void
}) {
  if (all.length === 0) return null
  const done = all.filter(one => acknowledged.has(one.key)).length
  return (
    <Card title="Before you approve" note={`${done} of ${all.length} acknowledged`}>
      <ul className="acks">
        {all.map(({ key, label, thing }) => (
          <li key={key}>
            <Checkbox
              label={label}
              checked={acknowledged.has(key)}
              onChange={event => {
                const next = new Set(acknowledged)
                if (event.target.checked) next.add(key)
                else next.delete(key)
                onChange(next)
              }}
            />
            {thing ? (
              <a className="meta nowrap" href={`#item-${thing.line_item_uuid}`}>
                Show
              </a>
            ) : (
              <Button variant="quiet" size="sm" onClick={onShow}>
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The sentence with the person's name in bold, whether or not it begins with it. */
export function Sentence({ of }: { of: Unusual }) {
  const { contractor_name: name, text } = of
  const rest = text.startsWith(name) ? text.slice(name.length) : `: ${text}`
  return (
    <>
      <b className="w6">
        <bdi>{name}</bdi>
      </b>
      {rest}
    </>
  )
}
