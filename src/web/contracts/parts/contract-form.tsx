import { lazy, Suspense, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { minorOf } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import { ClausesField } from './clauses-field.tsx'
import type { ContractEntry } from './contract-entry.ts'
import { DiscardEntry } from './discard-entry.tsx'
import { ExhibitField } from './exhibit-field.tsx'
import { KeptState } from './kept-state.tsx'
import { EngagementField, PayFields, PolicyField, RoleField, TimeFields } from './term-fields.tsx'
import { type EntryOf, FORM, useKeptEntry } from './use-kept-entry.ts'

// Nobody needs it before a colleague saved the same draft.
const OtherVersion = lazy(() =>
  import('./other-version.tsx').then(part => ({ default: part.OtherVersion })),
)

type Terms = ClientInput<'putContract'>['body']

function termsOf(entry: ContractEntry, contractor_sub: string): Omit<Terms, 'seen'> {
  const { engagement, currency, hourly_rate, scheduled_hours, contract_end_date, ...rest } = entry
  const paid = engagement !== 'unpaid'
  const rate = { currency, amount_in_smallest_unit: minorOf(hourly_rate, currency) ?? 0 }
  return {
    ...rest,
    contractor_sub,
    currency,
    paid,
    pay_policy_uuid: paid ? entry.pay_policy_uuid : null,
    hourly_rate: paid ? rate : null,
    scheduled_hours: paid ? Number(scheduled_hours) : null,
    contract_end_date: contract_end_date || null,
    country_clauses: entry.country_clauses || null,
    effective_date: entry.effective_date || entry.contract_start_date,
  }
}

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
  const form = useForm<ContractEntry>(FORM, {
    mode: 'onTouched',
    defaultValues: of.kept?.entry ?? of.initial,
  })
  const { handleSubmit, setError, formState } = form
  const { keeping, seen, finish, goOn, wasPut, resume } = useKeptEntry(of, form)
  const [seenTerms, setSeenTerms] = useState(of.termsVersion)
  const [isOutdated, setOutdated] = useState(false)
  const put = useCall('putContract', {
    refresh: ['getContract', 'getContractor', 'listContractors', 'listContractDrafts'],
    onProblem: ({ code }) => code === 'CONTRACT_CHANGED',
  })
  const forget = () => forgetDraft(draftPlace(FORM))
  const save = handleSubmit(async entry => {
    try {
      await finish()
      const { terms_version } = await put.mutateAsync({
        params: { id },
        body: { ...termsOf(entry, contractorSub), seen: { terms: seenTerms, typed: seen() } },
      })
      setSeenTerms(terms_version)
      wasPut()
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
      {(keeping.kind === 'changed' || isOutdated) && (
        <Suspense>
          <OtherVersion
            of={of}
            seen={{ terms: seenTerms, typed: seen() }}
            mine={form.getValues()}
            before={finish}
            onTheirs={gone(onOther)}
            onMine={newest => {
              setOutdated(false)
              setSeenTerms(newest.terms)
              goOn(newest.typed)
            }}
          />
        </Suspense>
      )}
      <Lacking errors={formState.isSubmitted ? formState.errors : {}} />
      <div className="row g8 wrap">
        <Button type="submit" size="lg" loading={formState.isSubmitting}>
          {t('saveAndMake')}
        </Button>
        {seen() > 0 && (
          <DiscardEntry id={id} before={finish} onStays={resume} onGone={gone(onGone)} />
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
