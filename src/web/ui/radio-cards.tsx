import { type ReactNode, useId } from 'react'
import './field.css'

/** One card of a choice. */
export interface RadioCard<V extends string> {
  readonly value: V
  readonly label: string
  readonly sub?: ReactNode
  /** What stands at the card's end: an icon, an amount. */
  readonly end?: ReactNode
}

/** A choice of one of few, as cards; native radios, so arrows move and Space chooses. */
export function RadioCards<V extends string>({
  legend,
  legendHidden = false,
  cards,
  value,
  onChange,
  name,
}: {
  legend: string
  legendHidden?: boolean | undefined
  cards: readonly RadioCard<V>[]
  value: V | undefined
  onChange: (value: V) => void
  name?: string | undefined
}) {
  const own = useId()
  return (
    <fieldset>
      <legend className={legendHidden ? 'sr' : 'lab'}>{legend}</legend>
      <div className={legendHidden ? 'cards' : 'cards mt8'}>
        {cards.map(card => (
          <label className="rcard" key={card.value}>
            <input
              type="radio"
              className="rb"
              name={name ?? own}
              value={card.value}
              checked={card.value === value}
              onChange={() => onChange(card.value)}
            />
            <span>
              <b>{card.label}</b>
              {card.sub !== undefined && <span className="sub">{card.sub}</span>}
            </span>
            {card.end && <span className="rend">{card.end}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
