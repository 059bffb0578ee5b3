import { useTranslations } from 'use-intl'
import { addDays } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { saveCsv } from '#web/parts/save-csv.ts'
import { monthDay } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { InviteList, InviteRow } from './use-invite-list.ts'
import type { SendInvitations } from './use-send-invitations.ts'

/** How many days the link of an invitation works (design: States, Invitation). */
const LINK_DAYS = 30

/** What happens when the list is sent, how far it is, and the rows that need a word to take along. */
export function InviteFoot({
  list,
  sending,
  onCancel,
  onSend,
}: {
  list: InviteList
  sending: SendInvitations
  onCancel: () => void
  onSend: (ready: readonly InviteRow[]) => Promise<void>
}) {
  const t = useTranslations('people.inviteMany')
  const today = useToday()
  const rows = list.read?.rows ?? []
  const ready = rows.filter(({ state }) => state === 'READY')
  const bad = rows.filter(({ state }) => state === 'MEND')
  const { progress } = sending
  return (
    <div className="mt16">
      <Card pad>
        <div className="row between g12 wrap">
          <div role="status">
            <div className="w5">
              {progress ? t('sending', progress) : t('foot', { count: ready.length })}
            </div>
            <div className="meta t2">
              {t('footLead', { day: monthDay(addDays(today, LINK_DAYS)) })}
            </div>
          </div>
          <div className="row g8 wrap foot-acts">
            <Button variant="quiet" onClick={onCancel}>
              {t('cancel')}
            </Button>
            {bad.length > 0 && (
              <Button variant="secondary" icon="download" onClick={() => saveRows(bad)}>
                {t('bad', { count: bad.length })}
              </Button>
            )}
            <Button
              loading={progress !== undefined}
              disabled={ready.length === 0 || list.looking}
              onClick={() => void onSend(ready)}
            >
              {t('submit', { count: ready.length })}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}

/** The rows as they were typed, to be mended where they come from. */
export function saveRows(rows: readonly InviteRow[]): void {
  const cells = rows.map(({ typed: { email, name, role, country, pay_policy } }) => [
    ...[email, name ?? '', role, country, pay_policy],
  ])
  saveCsv('to-mend.csv', [['email', 'name', 'role', 'country', 'policy'], ...cells])
}
