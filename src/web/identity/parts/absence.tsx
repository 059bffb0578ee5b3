import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Member } from './approvers-of.ts'

/** What shows who approves, and for whom. */
export const AFTER_ABSENCE = ['listMembers', 'getCycle', 'getLineItem'] as const

/** Who stands in for somebody, and on which days. */
export type Away = Readonly<Record<'substitute_sub' | 'from' | 'until', string>>

/** An absence as it is sent, null for none. */
export function awayOf(absence: Member['absence']): Away | null {
  if (!absence) return null
  const { substitute_sub, from, until } = absence
  return { substitute_sub, from, until }
}

/** Who stands in for one of a team, now or on days to come; nothing while nobody does. */
export function AbsenceText({ absence }: { absence: Member['absence'] }) {
  const t = useTranslations('identity.away')
  if (!absence) return null
  const { substitute_name: name, now } = absence
  const [from, until] = [formatDate(absence.from), formatDate(absence.until)]
  return <div className="t2">{t(now ? 'now' : 'later', { name, from, until })}</div>
}

/** Asks before it is ended that somebody stands in for one of a team. */
export function EndAbsence({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTranslations('identity.away')
  const now = awayOf(member.absence)
  const { seen, isOther, hear } = useSeenVersion(now, AFTER_ABSENCE)
  const end = useCall('putSubstitute', {
    refresh: AFTER_ABSENCE,
    failed: t('failed'),
    onSuccess: () => {
      openAlert(t('ended'), { severity: 'success' })
      onClose()
    },
    onProblem: hear,
  })
  return (
    <ConfirmDialog
      open
      title={t('endTitle', { name: member.absence?.substitute_name ?? '' })}
      verb={t('end')}
      loading={end.isPending}
      onConfirm={() =>
        end.mutate({
          params: { sub: member.sub },
          body: { absence: null, seen: isOther ? now : seen },
        })
      }
      onClose={onClose}
    >
      {isOther && (
        <Say kind="unusual" word={t('changed')}>
          <AbsenceText absence={member.absence} />
        </Say>
      )}
      {t('endLead')}
    </ConfirmDialog>
  )
}
