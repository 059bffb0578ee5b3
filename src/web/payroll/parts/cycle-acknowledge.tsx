import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Preview } from './pay-chips.tsx'
import './pay-cycle.css'

type Unusual = Preview['unusual'][number]

/** By what an acknowledgement is known: the line item and what is unusual about it. */
export function acknowledgementKey({ line_item_uuid, code }: Unusual): string {
  return `${line_item_uuid} ${code}`
}

/** What is unusual, each to be acknowledged by name before approving (design: Promises, 5). */
export function CycleAcknowledge({
  unusual,
  acknowledged,
  onChange,
}: {
  unusual: readonly Unusual[]
  acknowledged: ReadonlySet<string>
  onChange: (next: ReadonlySet<string>) => void
}) {
  if (unusual.length === 0) return null
  const done = unusual.filter(one => acknowledged.has(acknowledgementKey(one))).length
  return (
    <Card title="Before you approve" note={`${done} of ${unusual.length} acknowledged`}>
      <ul className="acks">
        {unusual.map(one => {
          const key = acknowledgementKey(one)
          return (
            <li key={key}>
              <Checkbox
                label={<Sentence of={one} />}
                checked={acknowledged.has(key)}
                onChange={event => {
                  const next = new Set(acknowledged)
                  if (event.target.checked) next.add(key)
                  else next.delete(key)
                  onChange(next)
                }}
              />
              <a className="meta nowrap" href={`#item-${one.line_item_uuid}`}>
                Show
              </a>
            </li>
          )
        })}
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
