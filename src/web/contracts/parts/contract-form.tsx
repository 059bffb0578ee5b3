import { lazy, Suspense, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import { showProblem } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import { ClausesField } from './clauses-field.tsx'
import { type ContractEntry, termsOf } from './contract-entry.ts'
import { DiscardEntry } from './discard-entry.tsx'
import { ExhibitField } from './exhibit-field.tsx'
import { KeptState } from './kept-state.tsx'
import { EngagementField, PayFields, PolicyField, RoleField, TimeFields } from './term-fields.tsx'
import { type EntryOf, useKeptEntry } from './use-kept-entry.ts'

// Nobody needs it before a colleague saved the same draft.
const OtherVersion = lazy(() =>
  import('./other-version.tsx').then(part => ({ default: part.OtherVersion })),
)

/**
 * The terms of a draft, kept as they are typed; what somebody else saved meanwhile is shown beside them, and nothing of either is lost. Putting them makes a contract of them; `onPut` then goes on, `onGone` where what was typed was
 * discarded, and `onOther` shows what was saved elsewhere instead.
 */
export function ContractForm({
  of,
  onPut,
  onGone,
  onOther,
}: {
  of: EntryOf
  onPut: () => Promise<unknown>
  onGone: () => void
  onOther: () => void
}) {
  const t = useTranslations('contracts.form')
  const { id, contractorSub } = of
  const { form, keeping, seen, finish, goOn, wasPut, resume, forget, ...begun } = useKeptEntry(of)
  const { handleSubmit, setError, formState } = form
  const [isOutdated, setOutdated] = useState(begun.isOutdated)
  const isStopped = keeping.kind === 'changed'
  const put = useCall('putContract', {
    refresh: ['getContract', 'getContractor', 'listContractors', 'listContractDrafts'],
    onProblem: ({ code }) => code === 'CONTRACT_CHANGED',
  })
  const save = handleSubmit(async entry => {
    try {
      await finish()
      const { terms_version } = await put.mutateAsync({
        params: { id },
        body: { ...termsOf(entry, contractorSub), seen: seen() },
      })
      if (wasPut(entry, terms_version)) return openAlert(t('kept.typedSince'))
      forget()
      await onPut()
    } catch (thrown) {
      resume()
      setOutdated(asApiProblem(thrown).code === 'CONTRACT_CHANGED')
      showProblem(setError, thrown, {
        'hourly_rate.currency': 'currency',
        'hourly_rate.amount_in_smallest_unit': 'hourly_rate',
        contractor_sub: null,
      })
    }
  })
  const gone = (next: () => void) => () => {
    forget()
    next()
  }
  return (
    <form className="form-column drafting" noValidate onSubmit={event => void save(event)}>
      <RoleField form={form} />
      <EngagementField form={form} />
      {form.watch('engagement') !== 'unpaid' && (
        <>
          <PolicyField form={form} />
          <PayFields form={form} />
        </>
      )}
      <TimeFields form={form} effective />
      <ExhibitField form={form} />
      <ClausesField form={form} />
      {(isStopped || isOutdated) && (
        <Suspense>
          <OtherVersion
            key={String(isStopped)}
            of={of}
            seen={seen}
            form={form}
            before={finish}
            onStays={resume}
            onTheirs={gone(onOther)}
            onMine={newest => {
              setOutdated(false)
              goOn(newest)
            }}
          />
        </Suspense>
      )}
      <Lacking errors={formState.isSubmitted ? formState.errors : {}} />
      <div className="row g8 wrap">
        <Button type="submit" size="lg" loading={formState.isSubmitting}>
          {t('saveAndMake')}
        </Button>
        {seen().typed > 0 && (
          <DiscardEntry
            id={id}
            seen={() => seen().typed}
            before={finish}
            onStays={resume}
            onChanged={() => setOutdated(true)}
            onGone={gone(onGone)}
          />
        )}
        <KeptState of={keeping} />
      </div>
    </form>
  )
}

const LABELS = {
  role: 'role',
  pay_policy_uuid: 'policy',
  hourly_rate: 'rate',
  currency: 'currency',
  scheduled_hours: 'hours',
  contract_start_date: 'start',
  contract_end_date: 'end',
  effective_date: 'effective',
  exhibit_a: 'exhibit',
} as const

/** Which fields keep a draft from becoming a contract. */
function Lacking({ errors }: { errors: FieldErrors<ContractEntry> }) {
  const t = useTranslations('contracts.form')
  const names = Object.entries(LABELS).filter(([field]) => field in errors)
  if (names.length === 0) return null
  return (
    <Say kind="blocked" word={t('lacking.word')}>
      {t('lacking.fields', { fields: names.map(([, name]) => t(`${name}.label`)).join(', ') })}
    </Say>
  )
}
