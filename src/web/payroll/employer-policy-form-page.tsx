import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { api } from '#web/kernel/api.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useMay, useMe, useToday } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { PayPeriodList } from './parts/pay-periods.tsx'
import { PolicyChange } from './parts/policy-change.tsx'
import {
  entryAfter,
  entryOfPolicy,
  newEntry,
  type PolicyEntry,
  type PolicyTerms,
  type PolicyView,
  termsOf,
} from './parts/policy-entry.ts'
import { PayDateFields, PeriodFields, PolicyName } from './parts/policy-fields.tsx'
import { PolicyVersions } from './parts/policy-versions.tsx'

const PREVIEW_AFTER_MS = 250

/**
 * A new payroll policy, one that nobody is paid by yet (`?policy=`), or one in the place of another for later periods (`?like=`): its pay
 * dates, and what they change, show before anything is saved.
 */
export function EmployerPolicyFormPage() {
  const t = useTranslations('payroll.policy')
  const today = useToday()
  const address = useAddress()
  const [id, like] = [address.get('policy'), address.get('like')]
  const from = id || like
  const does = id ? 'change' : like ? 'succeed' : 'add'
  const may = useMay()('putPolicy')
  const saved = useQuery({
    ...query('getPolicy', { params: { id: from } }),
    enabled: may && from !== '',
  })
  const kept = useQuery({ ...query('getHolidayPolicy', {}), enabled: may && from === '' })
  return (
    <Page>
      <PageHead
        crumbs={[
          { label: t('crumbs.setup'), href: '/employer/payroll-setup' },
          { label: t(`crumbs.${does}`) },
        ]}
        title={t(does)}
        lead={t('lead')}
      />
      {!may ? (
        <NotForRole />
      ) : !(from === '' ? kept.data : saved.data) ? (
        <Awaited of={[saved, kept]}>
          <LoadingBlock height={520} />
        </Awaited>
      ) : (
        <PolicyForm
          id={id}
          of={saved.data}
          today={today}
          initial={
            saved.data
              ? id
                ? entryOfPolicy(saved.data)
                : entryAfter(saved.data)
              : newEntry(today, kept.data?.holiday_policy)
          }
        />
      )}
    </Page>
  )
}

function PolicyForm({
  id,
  of,
  today,
  initial,
}: {
  id: string
  /** The policy that it changes or takes the place of. */
  of: PolicyView | undefined
  today: string
  initial: PolicyEntry
}) {
  const t = useTranslations('payroll.policy')
  const go = useGo()
  const [minted] = useState(newUuid)
  const { payroll_info_completed } = useMe()
  // After the first one that is approved, what is next stands at home.
  const [isFirst] = useState(!payroll_info_completed)
  const form = useForm<PolicyEntry>(`policy ${id || (of ? `like ${of.uuid}` : '')}`, {
    mode: 'onTouched',
    defaultValues: initial,
  })
  const version = id ? of?.version : undefined
  const { seen, isOther, hear, close } = useSeenVersion(version, ['getPolicy'])
  const refresh = ['getEmployer', 'getPolicy', 'getMe', 'listCycles'] as const
  const put = useCall('putPolicy', { refresh })
  const approve = useCall('approvePolicy', { refresh })
  const [approves, setApproves] = useState(true)
  const save = (approving: boolean, over: string | undefined) =>
    form.handleSubmit(async entry => {
      const params = { id: id || minted }
      setApproves(approving)
      close(over)
      try {
        const saved = await put.mutateAsync({ params, body: { ...termsOf(entry), seen: over } })
        if (id) close(saved.version)
        if (approving) await approve.mutateAsync({ params })
        openAlert(t('saved'), { severity: 'success' })
        go(isFirst && approving ? '/dashboard' : '/employer/payroll-setup')
      } catch (thrown) {
        if (!(id && hear(asApiProblem(thrown))))
          showProblem(form.setError, thrown, { semi_monthly_preferred_pay_day: 'end_days' })
      }
    })()
  return (
    <div className="aside-grid">
      <form
        className="form-column"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save(true, seen)
        }}
      >
        {of && isOther && (
          <PolicyVersions
            theirs={entryOfPolicy(of)}
            mine={form.getValues()}
            onTheirs={() => {
              form.reset(entryOfPolicy(of), { keepDefaultValues: true })
              close(version)
            }}
            onMine={() => void save(approves, version)}
          />
        )}
        {of && !id && (
          <Say kind="note">
            {t('succeedNote', { contracts: of.kept.contracts, policy: of.label })}
          </Say>
        )}
        <PolicyName form={form} id={id} />
        <PeriodFields form={form} today={today} />
        <SectionHead title={t('due')} />
        <PayDateFields form={form} />
        <div className="row g8 wrap mt8">
          <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
            {t('saveAndApprove')}
          </Button>
          <Button
            variant="secondary"
            size="lg"
            disabled={form.formState.isSubmitting}
            onClick={() => void save(false, seen)}
          >
            {t('save')}
          </Button>
        </div>
        <p className="meta t3">{t('stays')}</p>
      </form>
      <Preview terms={termsOf(form.watch())} of={of?.uuid} />
    </div>
  )
}

/** The terms once they rest for a moment, so that the server is not asked at every key. */
function useRested(terms: PolicyTerms): PolicyTerms {
  const [rested, setRested] = useState(terms)
  const written = JSON.stringify(terms)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(written)), PREVIEW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  return rested
}

function Preview({ terms: now, of }: { terms: PolicyTerms; of: string | undefined }) {
  const t = useTranslations('payroll.policy')
  const { label: _, ...terms } = useRested(now)
  const preview = useQuery({
    queryKey: ['previewPolicy', terms, of],
    queryFn: () => api('previewPolicy', { body: { ...terms, ...(of ? { policy_uuid: of } : {}) } }),
    enabled: isPlainDate(terms.first_period_end_date),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="stack g20">
      {preview.data?.change && !preview.error && <PolicyChange change={preview.data.change} />}
      <Card title={t('preview.title')} note={t('preview.note')}>
        {preview.error && (
          <div className="body-pad">
            <Say kind="unusual" word={t('preview.notYet')}>
              {asApiProblem(preview.error).detail}
            </Say>
          </div>
        )}
        {preview.isPending && !preview.error && (
          <div className="body-pad">
            <LoadingBlock height={280} />
          </div>
        )}
        {preview.data && !preview.error && (
          <>
            <p className="body-pad t2" aria-live="polite">
              {preview.data.description}
            </p>
            <section
              className="line"
              aria-busy={preview.isPlaceholderData}
              aria-label={t('preview.dates')}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well
              tabIndex={0}
              style={{ maxHeight: 560, overflowY: 'auto' }}
            >
              <PayPeriodList periods={preview.data.pay_periods} />
            </section>
          </>
        )}
      </Card>
    </div>
  )
}
