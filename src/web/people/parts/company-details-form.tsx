import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isCalendarDate } from '#domain/kernel/plain-date.ts'
import {
  INDUSTRIES,
  type Industry,
  isFoundingDate,
  isWebsite,
} from '#domain/people/company-details.ts'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useMe, useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { AddressFields } from '#web/parts/address-fields.tsx'
import { addressForm, addressInput } from '#web/parts/address-form.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import { savedBy, useForm } from '#web/parts/form.ts'
import { useOfferedSave } from '#web/parts/save-first.tsx'
import { useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { Employer } from '../queries.ts'
import { type DetailsForm, DetailsVersions } from './details-versions.tsx'
import { NO_OWNER, OWNER_PLACES, OwnersField, ownerInputs } from './owners-field.tsx'
import { ReviewedAgain } from './reviewed-again.tsx'

/** What a company says of itself and its owners, to type or to change. */
export function CompanyDetailsForm({
  employer,
  onTheirs,
  onDone,
  onCancel,
}: {
  employer: Employer
  /** Opens it anew over what is saved. */
  onTheirs: () => void
  onDone: () => void
  onCancel?: (() => void) | undefined
}) {
  const t = useTranslations('people.company.details')
  const me = useMe()
  const form = useForm<DetailsForm>('details', {
    mode: 'onTouched',
    defaultValues: detailsForm(employer, me.mailing_address),
  })
  const { errors, isSubmitting } = form.formState
  const { version } = employer.kyc_info
  const { seen, isOther, hear, close } = useSeenVersion(version, ['getEmployer'])
  const send = useCall('putEmployerKyc', {
    refresh: ['getEmployer', 'getMe', 'getFirstPay'],
    onProblem: hear,
  })
  const save = (over = seen) =>
    savedBy(form, async entry => {
      close(over)
      await send.mutateAsync({ body: { ...detailsInput(entry), seen: over } })
      openAlert(t('done'), { severity: 'success' })
      onDone()
    })
  useOfferedSave('details', { what: t('unsaved'), save: () => save() })
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      {isOther && (
        <DetailsVersions
          theirs={detailsForm(employer, me.mailing_address)}
          mine={form.getValues()}
          onTheirs={() => {
            forgetDraft(draftPlace('details'))
            onTheirs()
          }}
          onMine={() => void save(version)}
        />
      )}
      <ReviewedAgain employer={employer} by="details" />
      <FormProvider {...form}>
        <Registration />
        <AddressFields at="registered_address" />
        <Business />
        <OwnersField />
      </FormProvider>
      <Checkbox
        label={t('owners.complete')}
        sub={t('owners.completeSub')}
        error={errors.owners_complete}
        {...form.register('owners_complete', { required: t('owners.completeMissing') })}
      />
      <div className="row g8 mt8">
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" loading={isSubmitting}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function Registration() {
  const t = useTranslations('people.company.details')
  const today = useToday()
  const { control, register, formState } = useFormContext<DetailsForm>()
  return (
    <>
      <TextField
        id="registration_number"
        label={t('registration')}
        required
        help={t('registrationHelp')}
        error={formState.errors.registration_number}
        {...register('registration_number', {
          validate: typed => typed.trim() !== '' || t('registrationMissing'),
        })}
      />
      <div className="pair">
        <Controller
          control={control}
          name="country_of_incorporation"
          rules={{ required: t('countryMissing') }}
          render={({ field, fieldState }) => (
            <CountryField
              {...field}
              id="country_of_incorporation"
              label={t('country')}
              required
              error={fieldState.error}
            />
          )}
        />
        <Controller
          control={control}
          name="date_of_incorporation"
          rules={{
            validate: typed =>
              !isCalendarDate(typed)
                ? t('dateMissing')
                : typed > today
                  ? t('dateLater')
                  : isFoundingDate(typed) || t('dateEarlier'),
          }}
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id="date_of_incorporation"
              label={t('date')}
              required
              today={today}
              isDate={isCalendarDate}
              max={today}
              error={fieldState.error}
            />
          )}
        />
      </div>
      <div className="mt8">
        <h3 className="h4">{t('address')}</h3>
        <p className="meta t2 mt2">{t('addressHelp')}</p>
      </div>
    </>
  )
}

function Business() {
  const t = useTranslations('people.company.details')
  const { control, register, formState } = useFormContext<DetailsForm>()
  return (
    <>
      <h3 className="h4 mt8">{t('business')}</h3>
      <Controller
        control={control}
        name="industry"
        rules={{ required: t('industryMissing') }}
        render={({ field, fieldState }) => (
          <ComboboxField
            {...field}
            id="industry"
            label={t('industry')}
            required
            options={INDUSTRIES.map(code => ({ value: code, label: t(`industries.${code}`) }))}
            error={fieldState.error}
          />
        )}
      />
      <div className="pair">
        <TextField
          id="tax_number"
          label={t('tax')}
          help={t('taxHelp')}
          error={formState.errors.tax_number}
          {...register('tax_number')}
        />
        <TextField
          id="website"
          label={t('website')}
          autoComplete="url"
          inputMode="url"
          placeholder="www.example.com"
          error={formState.errors.website}
          {...register('website', {
            validate: typed => isWebsite(typed.trim()) || t('websiteWrong'),
          })}
        />
      </div>
    </>
  )
}

/** Until the company said where it is registered, it may be where mail reaches who says so. */
function detailsForm(
  { kyc_info, country_code, subdivision_code }: Employer,
  mailing: ReturnType<typeof useMe>['mailing_address'],
): DetailsForm {
  const { details } = kyc_info
  const owners = (details?.beneficial_owners ?? []).map(owner => ({
    ...owner,
    share: String(owner.share),
  }))
  return {
    registration_number: details?.registration_number ?? '',
    country_of_incorporation: details?.country_of_incorporation ?? country_code,
    date_of_incorporation: details?.date_of_incorporation ?? '',
    registered_address: addressForm(
      details?.registered_address ?? mailing,
      country_code,
      subdivision_code,
    ),
    tax_number: details?.tax_number ?? '',
    industry: details?.industry ?? '',
    website: details?.website ?? '',
    beneficial_owners: OWNER_PLACES.map(place => owners[place] ?? NO_OWNER),
    owners_complete: false,
  }
}

function detailsInput(entry: DetailsForm): ClientInput<'putEmployerKyc'>['body'] {
  const { registered_address, industry, beneficial_owners, owners_complete: _, ...said } = entry
  return {
    ...said,
    industry: industry as Industry,
    registered_address: addressInput(registered_address),
    beneficial_owners: ownerInputs(beneficial_owners),
    owners_complete: true,
  }
}
