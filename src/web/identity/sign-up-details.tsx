import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Controller, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { SignUpType } from '#domain/identity/sign-up.ts'
import { namesOfWhole } from '#domain/kernel/names.ts'
import { AccountFields, GoogleSignUp, useNewAccount } from '#web/identity/account-fields.tsx'
import { NameFields, NO_NAMES, PhoneNumberField } from '#web/identity/parts/names-fields.tsx'
import { rememberPartner } from '#web/identity/sign-up-role.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientInput, Me } from '#web/kernel/types.ts'
import { CountryField, useSubdivisions } from '#web/parts/country-field.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { announceSignUp } from '#web/visits/analytics.ts'
import './identity.css'

type Details = ClientInput<'signUp'>['body']
type Heard = NonNullable<Details['how_did_you_hear_about_us']>

const HEARD: readonly Heard[] = [
  'Ads',
  'Friends',
  'Google search',
  'Instagram',
  'Linkedin',
  'Networking event',
  'Referral',
  'Other',
]

const EMPTY = {
  ...NO_NAMES,
  country_code: '',
  subdivision_code: '',
  how_did_you_hear_about_us: '',
}

type Entry = typeof EMPTY

/**
 * Step 1: who signs up. Keeps what was typed when the server refuses. Partners start here (specification 4), so that without
 * a session the account is asked for on the same page.
 */
export function SignUpDetails({
  partner,
  role,
  signedIn,
  invitedBy,
  onRole,
  onDone,
}: {
  partner: boolean
  role: SignUpType
  signedIn: boolean
  /** Who invited to work as a contractor, if anybody. */
  invitedBy: string | null
  onRole: ((role: SignUpType) => void) | undefined
  onDone: (me: Me) => void
}) {
  const t = useTranslations('identity.details')
  const client = useQueryClient()
  const [needsAccount, setNeedsAccount] = useState(!signedIn)
  const account = useNewAccount()
  const google = useAppConfig()?.google_sign_in
  const form = useForm<Entry>('details', { mode: 'onTouched', defaultValues: EMPTY })
  const { setError, handleSubmit } = form
  const save = useCall('signUp', {
    onSuccess: me => {
      announceSignUp(me.email)
      client.setQueryData(query('getMe', {}).queryKey, me)
      onDone(me)
    },
  })
  const [asked, setAsked] = useState<Entry>()
  const send = (entry: Entry, as_business = false) =>
    save.mutate(
      { body: { ...detailsOf(entry, role, partner), ...(as_business && { as_business }) } },
      { onError: problem => showProblem(setError, problem) },
    )
  const submit = handleSubmit(async entry => {
    if (needsAccount) {
      if (!(await account.create(partner ? 'partner' : role))) return
      if (partner) rememberPartner(account.form.getValues().email)
      setNeedsAccount(false)
    }
    if (invitedBy !== null && role === 'employer') setAsked(entry)
    else send(entry)
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    // What stands first is mended first; what is wrong below it says so too.
    if (!needsAccount || (await account.form.trigger(undefined, { shouldFocus: true })))
      await submit()
    else await form.trigger()
  }
  return (
    <>
      <h1 className="h1">{t(needsAccount ? 'partnerTitle' : 'title')}</h1>
      <p className="body t2 mt4">
        {t(`is.${role}`)}{' '}
        {onRole && (
          <button
            type="button"
            className="link-button"
            onClick={() => onRole(role === 'employer' ? 'contractor' : 'employer')}
          >
            {t(`switch.${role}`)}
          </button>
        )}
      </p>
      {invitedBy !== null && role === 'contractor' && (
        <p className="body t2 mt4">{t('invitedBy', { name: invitedBy })}</p>
      )}
      {asked && invitedBy !== null && (
        <ConfirmDialog
          open
          title={t('asBusiness')}
          verb={t('goOnAsBusiness')}
          onConfirm={() => {
            setAsked(undefined)
            send(asked, true)
          }}
          onClose={() => setAsked(undefined)}
        >
          {t('notAsBusiness', { name: invitedBy })}
        </ConfirmDialog>
      )}
      {account.failure && (
        <div className="mt24">
          <ErrorBox>{account.failure}</ErrorBox>
        </div>
      )}
      {needsAccount && google && <GoogleSignUp />}
      <form className="fields mt24" noValidate onSubmit={event => void onSubmit(event)}>
        {needsAccount && <AccountFields account={account} />}
        <FormProvider {...form}>
          <DetailsFields form={form} role={role} partner={partner} />
        </FormProvider>
        <Button
          type="submit"
          size="lg"
          full
          loading={form.formState.isSubmitting || save.isPending}
        >
          {t('submit')}
        </Button>
      </form>
    </>
  )
}

function detailsOf(entry: Entry, type: SignUpType, partner: boolean): Details {
  const { subdivision_code, how_did_you_hear_about_us: heard, ...rest } = entry
  const source = HEARD.find(one => one === heard)
  return {
    ...rest,
    type,
    is_partner: partner,
    ...(subdivision_code ? { subdivision_code } : {}),
    ...(source && !partner ? { how_did_you_hear_about_us: source } : {}),
  }
}

function DetailsFields({
  form,
  role,
  partner,
}: {
  form: ReturnType<typeof useForm<Entry>>
  role: SignUpType
  partner: boolean
}) {
  const t = useTranslations('identity.details')
  const { control, watch, getValues, setValue } = form
  const { name: invited } = useInvited()
  useEffect(() => {
    const { first_name, last_name } = getValues()
    if (!invited || first_name !== '' || last_name !== '') return
    const names = namesOfWhole(invited)
    setValue('first_name', names.first_name)
    setValue('last_name', names.last_name)
  }, [invited, getValues, setValue])
  return (
    <>
      <NameFields />
      <CountryFields form={form} label={t(role === 'employer' ? 'country' : 'taxCountry')} />
      {!partner && (
        <Controller
          control={control}
          name="how_did_you_hear_about_us"
          rules={{ required: t('heardMissing') }}
          render={({ field, fieldState }) => (
            <SelectField
              {...field}
              id="how_did_you_hear_about_us"
              label={t('heardLabel')}
              required
              error={fieldState.error}
              options={HEARD.map(value => ({ value, label: t(`heard.${value}`) }))}
            />
          )}
        />
      )}
      <PhoneNumberField country={watch('country_code')} />
    </>
  )
}

/** What the employer said who invited, where the page was opened by an invitation. */
function useInvited() {
  const token = useAddress().get('invitation')
  const { data } = useQuery({
    ...query('findInvitation', { params: { token } }),
    enabled: token !== '',
  })
  return { name: data?.name, country: data?.country_code ?? undefined }
}

function CountryFields({
  form: { control, watch, getValues, setValue },
  label,
}: {
  form: ReturnType<typeof useForm<Entry>>
  label: string
}) {
  const t = useTranslations('identity.details')
  const provinces = useSubdivisions(watch('country_code'))
  const { country: invited } = useInvited()
  useEffect(() => {
    if (invited && getValues('country_code') === '') setValue('country_code', invited)
  }, [invited, getValues, setValue])
  return (
    <div className="pair">
      <Controller
        control={control}
        name="country_code"
        rules={{ required: t('countryMissing') }}
        render={({ field, fieldState }) => (
          <CountryField
            {...field}
            onChange={code => {
              field.onChange(code)
              setValue('subdivision_code', '')
            }}
            id="country_code"
            label={label}
            required
            invited={invited}
            error={fieldState.error}
          />
        )}
      />
      {(provinces.comes || provinces.options.length > 0) && (
        <Controller
          control={control}
          name="subdivision_code"
          rules={{ required: provinces.required }}
          shouldUnregister
          render={({ field, fieldState }) => (
            <ComboboxField
              {...field}
              id="subdivision_code"
              label={provinces.label}
              required
              autoComplete="off"
              error={fieldState.error}
              {...provinces.state}
              options={provinces.options}
            />
          )}
        />
      )}
    </div>
  )
}
