import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { PhoneNumberField } from '#web/identity/shared.tsx'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useMay, useMe } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { AddressFields } from '#web/parts/address-fields.tsx'
import { addressForm, addressInput } from '#web/parts/address-form.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type CompanyEntry, CompanyVersions } from './parts/company-versions.tsx'
import { ReviewedAgain } from './parts/reviewed-again.tsx'
import { type Employer, employerQuery } from './queries.ts'

/** The company and the person who acts for it: two calls that are one form for the reader. */
export function EmployerOnboardingPage() {
  const t = useTranslations('people.onboarding')
  const employer = useQuery(employerQuery)
  const mayName = useMay()('putEmployerName')
  const [opened, setOpened] = useState(0)
  return (
    <Page>
      {mayName ? (
        <PageHead title={t('title')} lead={t('lead')} />
      ) : (
        <PageHead title={t('yourTitle')} lead={t('yourLead')} />
      )}
      {employer.data ? (
        <CompanyForm
          key={opened}
          employer={employer.data}
          mayName={mayName}
          onTheirs={() => {
            forgetDraft(draftPlace(FORM))
            setOpened(opened + 1)
          }}
        />
      ) : (
        <Awaited of={[employer]}>
          <LoadingBlock height={420} />
        </Awaited>
      )}
    </Page>
  )
}

const FORM = 'company'
const REFRESH = ['getMe', 'getEmployer'] as const

function entryOf({ kyc_info: company }: Employer, me: ReturnType<typeof useMe>): CompanyEntry {
  return {
    corporation_name: company.corporation_name,
    business_name: company.business_name,
    first_name: me.first_name,
    middle_name: me.middle_name,
    last_name: me.last_name,
    preferred_name: me.preferred_name,
    phone_number: me.phone_number,
    mailing_address: addressForm(me.mailing_address, me.country, me.subdivision),
    has_authorization: me.has_authorization_to_act_for_employer,
  }
}

/** What was seen of both that the page saves. */
type Seen = { readonly person: string; readonly names: string }

function CompanyForm({
  employer,
  mayName,
  onTheirs,
}: {
  employer: Employer
  mayName: boolean
  onTheirs: () => void
}) {
  const t = useTranslations('people.onboarding')
  const me = useMe()
  const go = useGo()
  const form = useForm<CompanyEntry>(FORM, {
    mode: 'onTouched',
    defaultValues: entryOf(employer, me),
  })
  const now = { person: me.contact_version, names: employer.kyc_info.names_version }
  const { seen, isOther, hear, close } = useSeenVersion<Seen>(now, REFRESH)
  const contact = useCall('putContactDetails', { refresh: REFRESH, onProblem: () => true })
  const naming = useCall('putEmployerName', { refresh: REFRESH, onProblem: () => true })
  const send = async (entry: CompanyEntry, over: Seen) => {
    const { corporation_name, business_name, mailing_address: address, ...person } = entry
    const mailing_address = addressInput(address)
    close(over)
    const saved = await contact.mutateAsync({
      body: { ...person, mailing_address, seen: over.person },
    })
    // What is saved of the two is seen, also where the other is not saved.
    close({ ...over, person: saved.contact_version })
    const names = { corporation_name, business_name, seen: over.names }
    if (mayName) await naming.mutateAsync({ body: names })
  }
  const refused = refusedWhole(form.formState.errors)
  const submit = (over: Seen) =>
    form.handleSubmit(async entry => {
      try {
        await send(entry, over)
        openAlert(t('done'), { severity: 'success' })
        go('/dashboard')
      } catch (thrown) {
        const problem = asApiProblem(thrown)
        if (!hear(problem)) showProblem(form.setError, problem)
      }
    })()
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit(seen)
      }}
    >
      {isOther && (
        <CompanyVersions
          theirs={entryOf(employer, me)}
          mine={form.getValues()}
          onTheirs={onTheirs}
          onMine={() => void submit(now)}
        />
      )}
      {mayName && <ReviewedAgain employer={employer} by="name" />}
      {mayName && <CompanyFields form={form} />}
      {mayName && <SectionHead title={t('you')} />}
      <FormProvider {...form}>
        <PersonFields form={form} />
        <PhoneNumberField country={form.watch('mailing_address.country_code')} />
        <SectionHead title={t('mailing')} />
        <AddressFields at="mailing_address" />
      </FormProvider>
      <Checkbox
        label={t('authorised')}
        sub={t('authorisedSub')}
        error={form.formState.errors.has_authorization}
        {...form.register('has_authorization', {
          required: t('authorisedMissing'),
        })}
      />
      {refused && <ErrorBox>{refused}</ErrorBox>}
      <div className="mt8">
        <Button type="submit" size="lg" full loading={form.formState.isSubmitting}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useForm<CompanyEntry>>

function CompanyFields({ form: { register, formState } }: { form: Form }) {
  const t = useTranslations('people.onboarding')
  const { errors } = formState
  return (
    <>
      <TextField
        id="corporation_name"
        label={t('corporation')}
        required
        autoComplete="organization"
        help={t('corporationHelp')}
        error={errors.corporation_name}
        {...register('corporation_name', {
          validate: typed => typed.trim() !== '' || t('corporationMissing'),
        })}
      />
      <TextField
        id="business_name"
        label={t('business')}
        help={t('businessHelp')}
        error={errors.business_name}
        {...register('business_name')}
      />
    </>
  )
}

function PersonFields({ form: { register, formState } }: { form: Form }) {
  const t = useTranslations('people.onboarding')
  const { errors } = formState
  return (
    <>
      <div className="pair">
        <TextField
          id="first_name"
          label={t('first')}
          required
          autoComplete="given-name"
          error={errors.first_name}
          {...register('first_name', { required: t('firstMissing') })}
        />
        <TextField
          id="last_name"
          label={t('last')}
          required
          autoComplete="family-name"
          error={errors.last_name}
          {...register('last_name', { required: t('lastMissing') })}
        />
      </div>
      <div className="pair">
        <TextField
          id="middle_name"
          label={t('middle')}
          autoComplete="additional-name"
          error={errors.middle_name}
          {...register('middle_name')}
        />
        <TextField
          id="preferred_name"
          label={t('preferred')}
          required
          autoComplete="nickname"
          error={errors.preferred_name}
          {...register('preferred_name', { required: t('preferredMissing') })}
        />
      </div>
    </>
  )
}
