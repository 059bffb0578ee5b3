import { useTranslations } from 'use-intl'
import { Figures } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { said } from '#web/words/said.ts'
import type { Preview } from './pay-chips.tsx'
import './pay-cycle.css'

type Unusual = Preview['unusual'][number]
type Kind = Preview['unusual_kinds'][number]

/** Something unusual that is acknowledged: one thing by name, or all of its kind where there are too many to name. */
export type Acknowledgement = {
  readonly key: string
  readonly thing?: Unusual
  readonly kind?: Kind
}

/** What is told of a cycle or of a selection before it is approved. */
type Seen = Pick<Preview, 'unusual' | 'unusual_kinds'>

/** What has to be acknowledged before approving (design: Promises, 5). */
export function acknowledgements({ unusual, unusual_kinds }: Seen): Acknowledgement[] {
  const mayBe = ({ stops }: { stops: boolean }) => !stops
  if (unusual.length > 0)
    return unusual
      .filter(mayBe)
      .map(thing => ({ key: `${thing.line_item_uuid} ${thing.code}`, thing }))
  return unusual_kinds.filter(mayBe).map(kind => ({ key: `${kind.code} ${kind.items}`, kind }))
}

/** How many things are to be mended before anything is approved: they are not acknowledged. */
export function stopping({ unusual_kinds }: Seen): number {
  return unusual_kinds.reduce((sum, { stops, items }) => sum + (stops ? items : 0), 0)
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
  const t = useTranslations('payroll.acknowledge')
  if (all.length === 0) return null
  const done = all.filter(one => acknowledged.has(one.key)).length
  return (
    <Card title={t('title')} note={t('done', { done, all: all.length })}>
      <ul className="acks">
        {all.map(({ key, thing, kind }) => (
          <li key={key}>
            <Checkbox
              label={
                thing ? (
                  <Sentence of={thing} />
                ) : (
                  kind && t(`kinds.${kind.code}`, { count: kind.items })
                )
              }
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
                {t('show')}
              </a>
            ) : (
              <Button variant="quiet" size="sm" onClick={onShow}>
                {t('show')}
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
  const t = useTranslations('payroll.unusual')
  const { contractor_name: name } = of
  const text = said(t, of.said, of.text)
  const rest = text.startsWith(name) ? text.slice(name.length) : `: ${text}`
  return (
    <>
      <b className="w6">
        <bdi>{name}</bdi>
      </b>
      <Figures text={rest} />
    </>
  )
}
