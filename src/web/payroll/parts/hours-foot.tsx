import { useTranslations } from 'use-intl'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { HoursSheet } from './use-hours-sheet.ts'

/** What saving would do: how many pays change, what the cycle comes to before and after, why, and the button that does it. */
export function HoursFoot({
  sheet,
  cycle_uuid,
  onLeave,
}: {
  sheet: HoursSheet
  cycle_uuid: string
  onLeave: () => void
}) {
  const t = useTranslations('payroll.hoursGrid')
  const [words, setWords, sent] = useDraft(`why hours of ${cycle_uuid}`, '')
  const { counts, unused, preview, looking } = sheet
  const { CHANGED: changed, MEND: mend } = counts
  const open = mend + unused.count
  return (
    <div className="hours-foot">
      <Card pad>
        <div className="row between g16 wrap">
          <div className="stack g4 grow" role="status">
            <b className="w6">{t('foot', { count: changed })}</b>
            <span className="meta t2">
              {open > 0
                ? t('open', { count: open })
                : preview && changed > 0
                  ? t.rich('sum', {
                      before: () => <MoneyList of={preview.before} />,
                      after: () => <MoneyList of={preview.after} strong />,
                    })
                  : t('nothing')}
            </span>
          </div>
          <TextField
            id="hours_words"
            label={t('words')}
            size="md"
            maxLength={500}
            value={words}
            onChange={event => setWords(event.target.value)}
          />
          <div className="row g8">
            <Button variant="secondary" onClick={onLeave}>
              {t('leave')}
            </Button>
            <Button
              loading={sheet.saving}
              disabled={changed === 0 || open > 0 || looking}
              onClick={() => sheet.save(words, sent)}
            >
              {t('save', { count: changed })}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}
