import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useHeld, useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { PolicyCalendar } from './parts/calendar-link.tsx'
import { PayPeriodList } from './parts/pay-periods.tsx'
import type { PolicyView } from './parts/policy-entry.ts'
import { TIME_CHANGES } from './parts/time-changes.ts'

const SHOWN = 3

/** The payroll policies: when each pays, who is paid by it, and what may still be done with it. */
export function EmployerPoliciesPage() {
  const t = useTranslations('payroll.policies')
  const employer = useQuery(query('getEmployer', {}))
  const policies = employer.data?.payroll_policies ?? []
  const held = useHeld()('putPolicy')
  const add =
    useMay()('putPolicy') &&
    (held ? (
      <LinkButton href={held.link}>{t('stepFirst')}</LinkButton>
    ) : (
      <LinkButton icon="plus" href="/employer/payroll-setup/addPayrollPolicy">
        {t('add')}
      </LinkButton>
    ))
  return (
    <Page>
      <PageHead
        title={t('title', { count: policies.length })}
        lead={t('lead')}
        actions={
          <>
            {!held && (
              <LinkButton variant="secondary" href="/employer/payroll-setup/holidays">
                {t('holidays')}
              </LinkButton>
            )}
            {policies.length > 0 && add}
          </>
        }
      />
      {employer.isPending && <LoadingBlock height={320} />}
      {employer.error && (
        <LoadProblem problem={employer.error} onRetry={() => void employer.refetch()} />
      )}
      {employer.data && policies.length === 0 && (
        <EmptyState title={t('empty.title')} actions={add}>
          {held?.reason ?? t('empty.text')}
        </EmptyState>
      )}
      <div className="stack g20">
        {policies.map(policy => (
          <Policy key={policy.uuid} id={policy.uuid} label={policy.label} />
        ))}
      </div>
    </Page>
  )
}

function Policy({ id, label }: { id: string; label: string }) {
  const t = useTranslations('payroll.policies')
  const policy = useQuery(query('getPolicy', { params: { id } }))
  if (policy.error)
    return <LoadProblem problem={policy.error} onRetry={() => void policy.refetch()} />
  const { data } = policy
  return (
    <Card
      title={label}
      note={
        data && (
          <StatusChip tone={data.approved ? 'ok' : 'hollow'}>
            {t(data.approved ? 'approved' : 'notApproved')}
          </StatusChip>
        )
      }
      foot={
        data && (data.allowed_actions.some(action => action !== 'put_time') || isKept(data)) ? (
          <Actions policy={data} />
        ) : undefined
      }
    >
      {data ? <Content policy={data} /> : <LoadingBlock height={180} />}
    </Card>
  )
}

/** Whether somebody was promised its dates, so that they stay. */
function isKept({ kept }: PolicyView): boolean {
  return kept.contracts > 0 || kept.opened_through !== null
}

function Content({ policy }: { policy: PolicyView }) {
  const tTypes = useTranslations('payroll.periodTypes')
  const t = useTranslations('payroll.policies')
  const [all, setAll] = useState(false)
  const shown = all ? policy.pay_periods.length : SHOWN
  return (
    <>
      <div className="body-pad">
        <p className="meta t3">
          {t('people', { every: tTypes(policy.period_type), count: policy.contractors })}
        </p>
        <p className="t2 mt4">{policy.description}</p>
        {isKept(policy) && (
          <p className="meta t3 mt4">
            {t('kept', {
              contracts: policy.kept.contracts,
              opened: policy.kept.opened_through ? shortDate(policy.kept.opened_through) : 'none',
            })}
          </p>
        )}
      </div>
      <div className="line">
        <PayPeriodList periods={policy.pay_periods.slice(0, shown)} />
      </div>
      <div className="body-pad row g8 wrap between">
        {policy.pay_periods.length > SHOWN && (
          <Button variant="text" size="sm" onClick={() => setAll(!all)} aria-expanded={all}>
            {t(all ? 'fewer' : 'all', { count: policy.pay_periods.length })}
          </Button>
        )}
        <PolicyCalendar id={policy.uuid} feed={policy.calendar_feed} />
      </div>
      <ReportedTime policy={policy} />
    </>
  )
}

/** Whether the policy pays reported time alone, and how to change that. */
function ReportedTime({ policy }: { policy: PolicyView }) {
  const t = useTranslations('payroll.time.policy')
  const { uuid, label, time_required: required } = policy
  const put = useCall('putTimePolicy', {
    refresh: ['getPolicy', ...TIME_CHANGES],
    onSuccess: ({ time_required }) =>
      openAlert(t(time_required ? 'asked' : 'stood', { policy: label }), { severity: 'success' }),
  })
  return (
    <div className="body-pad line row between g12 wrap" style={{ paddingBlock: 12 }}>
      <span className="meta t2">{t(required ? 'required' : 'stands')}</span>
      {policy.allowed_actions.includes('put_time') && (
        <Button
          variant="secondary"
          size="sm"
          loading={put.isPending}
          onClick={() => put.mutate({ params: { id: uuid }, body: { required: !required } })}
        >
          {t(required ? 'letStand' : 'ask')}
        </Button>
      )}
    </div>
  )
}

function Actions({ policy }: { policy: PolicyView }) {
  const t = useTranslations('payroll.policies')
  const may = useMay()
  const approve = useCall('approvePolicy', {
    refresh: ['getEmployer', 'getPolicy', 'getMe', 'listCycles'],
    onSuccess: () => openAlert(t('done', { policy: policy.label }), { severity: 'success' }),
  })
  return (
    <>
      {policy.allowed_actions.includes('approve') && (
        <Button
          loading={approve.isPending}
          onClick={() => approve.mutate({ params: { id: policy.uuid } })}
        >
          {t('approve')}
        </Button>
      )}
      {policy.allowed_actions.includes('edit') && (
        <LinkButton
          variant="secondary"
          href={`/employer/payroll-setup/addPayrollPolicy?policy=${policy.uuid}`}
        >
          {t('change')}
        </LinkButton>
      )}
      {isKept(policy) && may('putPolicy') && (
        <LinkButton
          variant="secondary"
          href={`/employer/payroll-setup/addPayrollPolicy?like=${policy.uuid}`}
        >
          {t('succeed')}
        </LinkButton>
      )}
    </>
  )
}
