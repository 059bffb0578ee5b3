import { useTranslations } from 'use-intl'
import { MoneyList } from '#web/parts/money.tsx'
import { whenText } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Say } from '#web/ui/say.tsx'
import type { CycleView } from './pay-chips.tsx'
import type { Choosing, SelectionAnswer } from './use-selection.ts'
import { isToldOf, WhoApproves } from './who-approves.tsx'

/** What stands over the list of items: the last answer to a selection, yeses to selections that wait, and whose yes this one takes. */
export function SelectionNotes({
  cycle,
  choosing,
  answer,
  onClose,
}: {
  cycle: CycleView
  choosing: Choosing
  answer: SelectionAnswer | undefined
  onClose: () => void
}) {
  const t = useTranslations('payroll.selection')
  const { said, problem } = choosing
  const approver = said && said.waiting.items > 0 ? said.waiting.approver : null
  return (
    <div className="notes-over">
      {answer && <Answer answer={answer} onClose={onClose} />}
      {cycle.preview.first_yeses.map(yes => (
        <Card pad key={yes.step_uuid}>
          <Say kind="note" icon="users" word={t(yes.is_me ? 'yes.own' : 'yes.word')}>
            {t.rich('yes.text', {
              name: () => <bdi>{yes.by}</bdi>,
              count: yes.items,
              amount: () => <MoneyList of={yes.totals} />,
              until: whenText(yes.expires_at),
            })}
          </Say>
          <div className="mt8">
            <Button
              variant="secondary"
              size="sm"
              loading={choosing.loading}
              onClick={() => choosing.chooseYes(yes.step_uuid)}
            >
              {t('yes.choose')}
            </Button>
          </div>
        </Card>
      ))}
      {approver && isToldOf(approver) && (
        <Card pad>
          <div className="stack g8">
            <WhoApproves approver={approver} params={cycle} />
          </div>
        </Card>
      )}
      {problem && (
        <Card pad>
          <Say kind="blocked">{problem.detail}</Say>
        </Card>
      )}
    </div>
  )
}

/** What a verb did to each of a selection: how many changed, how many were there, and who was refused with the reason. */
function Answer({ answer, onClose }: { answer: SelectionAnswer; onClose: () => void }) {
  const t = useTranslations('payroll.selection')
  const { selection, refused, items_refused, left_off, kept_as_first_yes } = answer
  const changed = selection?.changed.length ?? 0
  const already = selection?.already.length ?? 0
  return (
    <Card pad>
      <div role="status" className="stack g8">
        <Say
          kind={items_refused > 0 ? 'unusual' : 'done'}
          word={t(
            kept_as_first_yes
              ? 'answer.keptWord'
              : items_refused > 0
                ? 'answer.partly'
                : 'answer.done',
          )}
        >
          {kept_as_first_yes
            ? t('answer.kept')
            : t('answer.counts', { changed, already, refused: items_refused })}
        </Say>
        {refused.length + left_off.length > 0 && (
          <ul className="stack g4">
            {[...refused, ...left_off].map(({ line_item_uuid, contractor_name, reason }) => (
              <li key={`${line_item_uuid} ${reason}`} className="meta">
                <b className="w6">
                  <bdi>{contractor_name}</bdi>
                </b>{' '}
                {reason}
              </li>
            ))}
          </ul>
        )}
        {items_refused > refused.length && (
          <p className="meta t3">{t('answer.more', { count: items_refused - refused.length })}</p>
        )}
        <div>
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('answer.close')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
