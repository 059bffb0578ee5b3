import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { PhoneNumberField } from '#web/identity/shared.tsx'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useMay, useMe } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { showProblem } from '#web/parts/form.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { AddressFields } from './parts/address-fields.tsx'
import { type AddressForm, addressForm, addressInput } from './parts/personal-form.ts'
import { employerQuery } from './queries.ts'

type Entry = {
  corporation_name: string
  business_name: string
  first_name: string
  middle_name: string
  last_name: string
  preferred_name: string
  phone_number: string
  mailing_address: AddressForm
  has_authorization: boolean
}

/** The company and the person who acts for it: two calls that are one form for the reader. */
export function EmployerOnboardingPage() {
  const employer = useQuery(employerQuery)
  const mayName = useMay()('putEmployerName')
  return (
    <Page>
      {mayName ? (
        <PageHead
          title="Tell us about your company"
          lead="The legal name stands on contracts and payslips."
        />
      ) : (
        <PageHead title="Your details" lead="Who you are to the people of the company." />
      )}
      {employer.data ? (
        <CompanyForm company={employer.data.kyc_info} mayName={mayName} />
      ) : (
        <LoadingBlock height={420} />
      )}
    </Page>
  )
}

function CompanyForm({
  company,
  mayName,
}: {
  company: { corporation_name: string; business_name: string }
  mayName: boolean
}) {
  const me = useMe()
  const go = useGo()
  const form = useForm<Entry>({
    mode: 'onTouched',
    defaultValues: {
      corporation_name: company.corporation_name,
      business_name: company.business_name,
      first_name: me.first_name,
      middle_name: me.middle_name,
      last_name: me.last_name,
      preferred_name: me.preferred_name,
      phone_number: me.phone_number,
      mailing_address: addressForm(me.mailing_address, me.country, me.subdivision),
      has_authorization: me.has_authorization_to_act_for_employer,
    },
  })
  const refresh = ['getMe', 'getEmployer'] as const
  const contact = useCall('putContactDetails', { refresh })
  const naming = useCall('putEmployerName', { refresh })
  const submit = form.handleSubmit(async entry => {
    const { corporation_name, business_name, mailing_address, ...person } = entry
    try {
      await contact.mutateAsync({
        body: { ...person, mailing_address: addressInput(mailing_address) },
      })
      if (mayName) await naming.mutateAsync({ body: { corporation_name, business_name } })
      openAlert('SUCCESS! Operation was successful.', { severity: 'success' })
      go('/dashboard')
    } catch (thrown) {
      showProblem(form.setError, thrown as ApiProblem)
    }
  })
  return (
    <form className="form-column" noValidate onSubmit={event => void submit(event)}>
      {mayName && <CompanyFields form={form} />}
      {mayName && <SectionHead title="You" />}
      <FormProvider {...form}>
        <PersonFields form={form} />
        <PhoneNumberField />
        <SectionHead title="Mailing address" />
        <AddressFields at="mailing_address" />
      </FormProvider>
      <Checkbox
        label="I am authorised to act for this company"
        sub="You approve pay and sign contracts in its name."
        error={form.formState.errors.has_authorization}
        {...form.register('has_authorization', {
          required: 'Confirm that you may act for the company',
        })}
      />
      <div className="mt8">
        <Button type="submit" size="lg" full loading={form.formState.isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useForm<Entry>>

function CompanyFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      <TextField
        id="corporation_name"
        label="Corporation name"
        required
        autoComplete="organization"
        help="As it is registered."
        error={errors.corporation_name}
        {...register('corporation_name', {
          validate: typed => typed.trim() !== '' || 'Corporation name is required',
        })}
      />
      <TextField
        id="business_name"
        label="Business name"
        help="If you trade under another name."
        error={errors.business_name}
        {...register('business_name')}
      />
    </>
  )
}

function PersonFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      <div className="pair">
        <TextField
          id="first_name"
          label="First name"
          required
          autoComplete="given-name"
          error={errors.first_name}
          {...register('first_name', { required: 'First name is required' })}
        />
        <TextField
          id="last_name"
          label="Last name"
          required
          autoComplete="family-name"
          error={errors.last_name}
          {...register('last_name', { required: 'Last name is required' })}
        />
      </div>
      <div className="pair">
        <TextField
          id="middle_name"
          label="Middle name"
          autoComplete="additional-name"
          error={errors.middle_name}
          {...register('middle_name')}
        />
        <TextField
          id="preferred_name"
          label="Preferred name"
          required
          autoComplete="nickname"
          error={errors.preferred_name}
          {...register('preferred_name', { required: 'Preferred name is required' })}
        />
      </div>
    </>
  )
}
