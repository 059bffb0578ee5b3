import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { atTime, whenText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { Preview } from './pay-chips.tsx'
import { peopleOr } from './people-or.ts'

type Approver = NonNullable<Preview['approver']>
type CycleParams = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** Whether a pay takes more than the yes of who looks. */
export function isToldOf({ decision, first_yes }: Approver): boolean {
  return decision !== 'APPROVES' || first_yes !== null
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
  const { decision, edited, asked, first_yes, takes_two } = approver
  const people = peopleOr(asked)
  if (first_yes?.holds) return <FirstYes yes={first_yes} people={people} params={params} />
  const void_yes = first_yes && (
    <Say kind="unusual" word={t('void.word')}>
      {t.rich('void.text', { name: () => <bdi>{first_yes.by}</bdi>, at: atTime(first_yes.at) })}
    </Say>
  )
  return (
    <>
      {void_yes}
      {decision === 'EDITED' && (
        <>
          <Say kind="note" icon="users" word={t('edited.word')}>
            {t(one ? 'edited.one' : 'edited.text', { count: edited, people })}
          </Say>
          <Ask params={params} />
        </>
      )}
      {decision === 'NO_SECOND' && (
        <Say
          kind="blocked"
          word={t('noSecond.word')}
          to={<Link href="/employer/team">{t('noSecond.team')}</Link>}
        >
          {t('noSecond.text')}
        </Say>
      )}
      {decision === 'FIRST_YES' && (
        <Say kind="note" icon="users" word={t(takes_two ? 'first.word' : 'all.word')}>
          {t(takes_two ? 'first.text' : 'all.text', { people })}
        </Say>
      )}
    </>
  )
}

/** A yes that waits for a second: whose it is, till when it holds, and how it ends otherwise. */
function FirstYes({
  yes,
  people,
  params,
}: {
  yes: NonNullable<Approver['first_yes']>
  people: string
  params: CycleParams
}) {
  const t = useTranslations('payroll.whoApproves')
  const end = useCall('takeBackYes', {
    refresh: CYCLE_CHANGES,
    onSuccess: () => openAlert(t(yes.is_me ? 'own.done' : 'second.done'), { severity: 'success' }),
  })
  const whose = yes.is_me ? 'own' : 'second'
  return (
    <>
      <Say kind="note" icon={yes.is_me ? 'clock' : 'users'} word={t(`${whose}.word`)}>
        {t.rich(`${whose}.text`, {
          name: () => <bdi>{yes.by}</bdi>,
          at: atTime(yes.at),
          until: whenText(yes.expires_at),
          people,
        })}
      </Say>
      <div>
        <Button
          variant="secondary"
          loading={end.isPending}
          onClick={() => end.mutate({ params: { ...params, step_uuid: yes.step_uuid } })}
        >
          {t(`${whose}.end`)}
        </Button>
      </div>
    </>
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
