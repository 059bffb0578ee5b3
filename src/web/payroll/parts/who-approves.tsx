import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { atTime, whenText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { Preview } from './pay-chips.tsx'
import { peopleAnd, peopleOr } from './people-or.ts'

type Approver = NonNullable<Preview['approver']>
type CycleParams = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** Whether a pay takes more than the yes of who looks. */
export function isToldOf({ decision, first_yes, stands_in_for, rejected }: Approver): boolean {
  return (
    decision !== 'APPROVES' || first_yes !== null || stands_in_for.length > 0 || rejected !== null
  )
}

/** Whose yes a pay takes beside that of who looks, and how it gets it; nothing where their own is enough. */
export function WhoApproves({
  approver,
  params,
  one = false,
}: {
  approver: Approver
  params: CycleParams
  /** Whether it is about one pay, and not about all of a cycle that wait. */
  one?: boolean
}) {
  const t = useTranslations('payroll.whoApproves')
  const { first_yes, rejected } = approver
  return (
    <>
      <StandsIn approver={approver} />
      {rejected && (
        <Say kind="unusual" word={t('rejected.word')}>
          {t.rich(rejected.reason ? 'rejected.reason' : 'rejected.text', {
            name: () => <bdi>{rejected.by}</bdi>,
            at: atTime(rejected.at),
            reason: rejected.reason ?? '',
          })}
        </Say>
      )}
      {first_yes?.holds ? (
        <FirstYes yes={first_yes} approver={approver} params={params} />
      ) : (
        <NoYes approver={approver} params={params} one={one} />
      )}
    </>
  )
}

/** For whom the reader stands in: their yes counts as theirs. */
function StandsIn({ approver: { stands_in_for: absent } }: { approver: Approver }) {
  const t = useTranslations('payroll.whoApproves.standsIn')
  const [first] = absent
  if (!first) return null
  return (
    <Say
      kind="note"
      icon="users"
      word={t('word', { people: peopleAnd(absent.map(of => of.name)) })}
    >
      {t('text', { until: formatDate(first.until) })}
    </Say>
  )
}

/** Whose yes it takes while nobody said a first one that holds. */
function NoYes({
  approver,
  params,
  one,
}: {
  approver: Approver
  params: CycleParams
  one: boolean
}) {
  const t = useTranslations('payroll.whoApproves')
  const { decision, edited, asked, first_yes, takes_two } = approver
  const people = peopleOr(asked)
  return (
    <>
      {first_yes && (
        <Say kind="unusual" word={t('void.word')}>
          {t.rich('void.text', { name: () => <bdi>{first_yes.by}</bdi>, at: atTime(first_yes.at) })}
        </Say>
      )}
      {decision === 'EDITED' && (
        <Say kind="note" icon="users" word={t('edited.word')}>
          {t(one ? 'edited.one' : 'edited.text', { count: edited, people })}
        </Say>
      )}
      {decision === 'OTHERS' && (
        <Say kind="note" icon="users" word={t('others.word')}>
          {t('others.text', { people })}
        </Say>
      )}
      {(decision === 'EDITED' || decision === 'OTHERS') && <Ask params={params} />}
      {decision === 'NO_SECOND' && <Missing approver={approver} />}
      {decision === 'FIRST_YES' && (
        <Say kind="note" icon="users" word={t(takes_two ? 'first.word' : 'all.word')}>
          {t(takes_two ? 'first.text' : 'all.text', { people })}
        </Say>
      )}
    </>
  )
}

/** Who is missing so that it can be approved at all. */
function Missing({ approver: { lacks, among, stands_in_for } }: { approver: Approver }) {
  const t = useTranslations('payroll.whoApproves.noSecond')
  const why = lacks === 'AMONG' ? 'AMONG' : stands_in_for.length > 0 ? 'asOne' : 'SECOND'
  return (
    <Say kind="blocked" word={t('word')} to={<Link href="/employer/team">{t('team')}</Link>}>
      {t(why, { among })}
    </Say>
  )
}

/** A yes that waits for a second: whose it is, till when it holds, and how it ends otherwise. */
function FirstYes({
  yes,
  approver: { asked, decision },
  params,
}: {
  yes: NonNullable<Approver['first_yes']>
  approver: Approver
  params: CycleParams
}) {
  const t = useTranslations('payroll.whoApproves')
  const [rejecting, setRejecting] = useState(false)
  const whose = yes.is_me ? 'own' : 'second'
  const end = useCall('takeBackYes', {
    refresh: CYCLE_CHANGES,
    onSuccess: () => {
      setRejecting(false)
      openAlert(t(`${whose}.done`), { severity: 'success' })
    },
  })
  const send = (reason: string) =>
    end.mutate({ params: { ...params, step_uuid: yes.step_uuid }, body: { reason } })
  const others = !yes.is_me && decision !== 'APPROVES'
  return (
    <>
      <Say
        kind="note"
        icon={yes.is_me ? 'clock' : 'users'}
        word={t(others ? 'others.word' : `${whose}.word`)}
      >
        {t.rich(others ? 'others.first' : `${whose}.text`, {
          name: () => <bdi>{yes.by}</bdi>,
          at: atTime(yes.at),
          until: whenText(yes.expires_at),
          people: peopleOr(asked),
        })}
      </Say>
      <div>
        <Button
          variant="secondary"
          loading={end.isPending && !rejecting}
          onClick={() => (yes.is_me ? send('') : setRejecting(true))}
        >
          {t(`${whose}.end`)}
        </Button>
      </div>
      {rejecting && (
        <Reject
          name={yes.by}
          loading={end.isPending}
          onReject={send}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  )
}

/** Asks why somebody's yes is rejected: they are told. */
function Reject({
  name,
  loading,
  onReject,
  onClose,
}: {
  name: string
  loading: boolean
  onReject: (reason: string) => void
  onClose: () => void
}) {
  const t = useTranslations('payroll.whoApproves.reject')
  const [reason, setReason] = useDraft({ dialog: 'rejectYes' }, '')
  return (
    <ConfirmDialog
      open
      title={t('title')}
      verb={t('verb')}
      danger
      loading={loading}
      onConfirm={() => onReject(reason.trim())}
      onClose={onClose}
    >
      <div className="stack g12">
        <p className="t2">{t('lead', { name })}</p>
        <TextField
          id="reject_reason"
          label={t('reason')}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}

function Ask({ params }: { params: CycleParams }) {
  const t = useTranslations('payroll.whoApproves.edited')
  const ask = useCall('askApproval', {
    onSuccess: ({ asked }) =>
      openAlert(t('done', { people: peopleOr(asked) }), { severity: 'success' }),
  })
  return (
    <div>
      <Button variant="secondary" loading={ask.isPending} onClick={() => ask.mutate({ params })}>
        {t('ask')}
      </Button>
    </div>
  )
}
