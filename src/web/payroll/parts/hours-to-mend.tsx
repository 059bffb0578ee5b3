import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { said } from '#web/words/said.ts'
import type { HoursRow, HoursSheet } from './use-hours-sheet.ts'

/** So many rows are named at first. */
const SHOWN = 100

/** Every row that is wrong, with its line where it comes of a list, what is wrong with it, and the ways out. Nothing is saved before. */
export function HoursToMend({ sheet }: { sheet: HoursSheet }) {
  const t = useTranslations('payroll.hoursGrid')
  const { mend, unused, counts } = sheet
  const count = counts.MEND + unused.count
  if (count === 0) return null
  const all = [...unused.rows, ...mend]
  return (
    <Card
      title={t('mend.title', { count })}
      note={
        unused.count > 1 && (
          <Button variant="quiet" size="sm" onClick={() => sheet.leaveOut()}>
            {t('mend.leaveAll', { count: unused.count })}
          </Button>
        )
      }
    >
      <ul className="list-rows">
        {all.slice(0, SHOWN).map(row => (
          <ToMend key={row.item?.line_item_uuid ?? `line ${row.line}`} row={row} sheet={sheet} />
        ))}
      </ul>
      {count > SHOWN && <p className="meta t3 pad">{t('mend.more', { count: count - SHOWN })}</p>}
    </Card>
  )
}

function ToMend({ row, sheet }: { row: HoursRow; sheet: HoursSheet }) {
  const t = useTranslations('payroll.hoursGrid')
  const tSaid = useTranslations('payroll.hoursGrid.said')
  const { item, who, typed } = row
  const kept = item && sheet.sheet[item.line_item_uuid]
  const line = row.line ?? kept?.line
  const stale = item !== null && kept !== undefined && kept?.version !== item.version
  return (
    <li>
      <div className="row between g12 wrap">
        <div className="grow">
          <div>
            {line !== undefined && <span className="t3">{t('mend.line', { line })} </span>}
            <b className="w6">
              <bdi>{item?.contractor_name ?? who}</bdi>
            </b>{' '}
            {typed}
          </div>
          {row.said && <div className="meta err">{said(tSaid, row.said)}</div>}
        </div>
        <div className="row g8">
          {stale && kept && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() =>
                sheet.edit([
                  {
                    line_item_uuid: item.line_item_uuid,
                    hours: { ...kept, version: item.version },
                  },
                ])
              }
            >
              {t('mend.anyway', { hours: typed })}
            </Button>
          )}
          <Button
            variant="quiet"
            size="sm"
            aria-label={t('mend.leaveOf', { name: item?.contractor_name ?? (who || typed) })}
            onClick={() =>
              item
                ? sheet.edit([{ line_item_uuid: item.line_item_uuid, hours: undefined }])
                : sheet.leaveOut(row.line ?? 0)
            }
          >
            {t('mend.leave')}
          </Button>
        </div>
      </div>
    </li>
  )
}
