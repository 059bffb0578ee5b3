import { useTranslations } from 'use-intl'
import type { WireMoney } from '#web/kernel/types.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { monthDay } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import type { Preview } from './pay-chips.tsx'
import './pay-cycle.css'

/** Where the bars of a waterfall stand, as shares of its width: from the last total over each difference to this one. */
function waterfall(before: number, differences: readonly number[]) {
  const levels = [before]
  for (const difference of differences) levels.push((levels.at(-1) ?? before) + difference)
  const low = Math.min(...levels)
  const span = Math.max(Math.max(...levels) - low, 1)
  const place = (value: number) => ((value - low) / span) * 96
  return {
    first: place(before),
    last: place(levels.at(-1) ?? before),
    bars: differences.map((difference, at) => {
      const [from = before, to = before] = [levels[at], levels[at + 1]]
      return { start: place(Math.min(from, to)), width: (Math.abs(difference) / span) * 96 }
    }),
  }
}

type Translator = ReturnType<typeof useTranslations<'payroll.differences'>>

/** The differences person by person, or kind by kind where they are many. */
function rowsOf({ differences, difference_kinds }: Preview, t: Translator) {
  if (differences.length > 0)
    return differences.map(({ contractor_name, text, difference }) => ({
      key: `${contractor_name} ${text} ${difference.currency}`,
      label: t.rich('person', { name: () => <bdi>{contractor_name}</bdi>, what: text }),
      difference,
    }))
  return difference_kinds.map(({ code, people, difference }) => ({
    key: `${code} ${difference.currency}`,
    label: t(`kinds.${code}`, { count: people }),
    difference,
  }))
}

/** What changed since the last cycle of the policy, person by person; a waterfall where all of it is one currency. */
export function CycleDifferences({
  preview,
  totals,
}: {
  preview: Preview
  totals: readonly WireMoney[]
}) {
  const t = useTranslations('payroll.differences')
  const { previous } = preview
  if (!previous) return null
  const differences = rowsOf(preview, t)
  const currencies = new Set(
    [...previous.totals, ...totals, ...differences.map(one => one.difference)].map(
      money => money.currency,
    ),
  )
  const [only] = currencies.size === 1 ? currencies : []
  const drawn = only
    ? waterfall(
        previous.totals[0]?.amount_in_smallest_unit ?? 0,
        differences.map(one => one.difference.amount_in_smallest_unit),
      )
    : undefined
  const note = only ?? t(differences.length === 0 ? 'nothing' : 'byCurrency')
  return (
    <Card title={t('title')} note={note}>
      <ul className="wf">
        <li>
          <b className="w6">{t('last', { date: monthDay(previous.pay_date) })}</b>
          <span className="tr" aria-hidden="true">
            {drawn && (
              <span className="up" style={{ marginInlineStart: `${drawn.first}%`, width: 3 }} />
            )}
          </span>
          <span className="r">
            <MoneyStack of={previous.totals} strong />
          </span>
        </li>
        {differences.map((one, at) => {
          const bar = drawn?.bars[at]
          const down = one.difference.amount_in_smallest_unit < 0
          return (
            <li key={one.key}>
              <span className="t2">{one.label}</span>
              <span className="tr" aria-hidden="true">
                {bar && (
                  <span
                    className={down ? 'down' : 'up'}
                    style={{ marginInlineStart: `${bar.start}%`, width: `max(3px, ${bar.width}%)` }}
                  />
                )}
              </span>
              <span className="r">
                <MoneyAmount of={one.difference} signed />
              </span>
            </li>
          )
        })}
        <li>
          <b className="w6">{t('this')}</b>
          <span className="tr" aria-hidden="true">
            {drawn && (
              <span className="end" style={{ marginInlineStart: `${drawn.last}%`, width: 3 }} />
            )}
          </span>
          <span className="r">
            <MoneyStack of={totals} strong />
          </span>
        </li>
      </ul>
    </Card>
  )
}
