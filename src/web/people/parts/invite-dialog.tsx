import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { addDays } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { monthDay } from '#web/parts/times.ts'
import { useEmailProblem } from '#web/parts/use-email-problem.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { employerQuery } from '../queries.ts'

const EMPTY = { email: '', role: '', country_code: '', pay_policy_uuid: '' }
type Entry = typeof EMPTY

/** How many days the link of an invitation works (design: States, Invitation). */
const LINK_DAYS = 30

/** Invites a contractor; under each field stands what happens next. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('people.invite')
  const form = useForm<Entry>({ dialog: 'invite' }, { mode: 'onTouched', defaultValues: EMPTY })
  const first = useRef<HTMLInputElement>(null)
  const invite = useCall('inviteContractor', {
    refresh: ['listContractors'],
    failed: t('failed'),
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      onClose()
    },
    onProblem: problem => {
      if (problem.code !== 'ALREADY_INVITED') return false
      form.setError('email', { message: problem.detail }, { shouldFocus: true })
      return true
    },
  })
  const submit = form.handleSubmit(entry =>
    invite.mutate(
      { body: invitationOf(entry) },
      { onError: problem => showProblem(form.setError, problem) },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      initialFocus={first}
      submit={t('submit')}
      pending={invite.isPending}
      onSubmit={submit}
    >
      <Fields form={form} first={first} />
    </FormDialog>
  )
}

function invitationOf(entry: Entry): ClientInput<'inviteContractor'>['body'] {
  const { email, role, country_code, pay_policy_uuid } = entry
  return {
    email: email.trim(),
    role: role.trim(),
    ...(country_code ? { country_code } : {}),
    ...(pay_policy_uuid ? { pay_policy_uuid } : {}),
  }
}

function Fields({
  form,
  first,
}: {
  form: ReturnType<typeof useForm<Entry>>
  first: RefObject<HTMLInputElement | null>
}) {
  const t = useTranslations('people.invite')
  const { register, control, formState, watch } = form
  const { errors } = formState
  const emailProblem = useEmailProblem()
  const email = register('email', { validate: emailProblem })
  const today = useToday()
  // Until it is known the field stands there, so that nothing moves.
  const employer = useQuery(employerQuery)
  const known = employer.data?.approved_payroll_policies
  const policies = known ?? []
  return (
    <>
      <TextField
        id="invite_email"
        label={t('email')}
        required
        type="email"
        autoComplete="off"
        help={t('emailHelp', { day: monthDay(addDays(today, LINK_DAYS)) })}
        error={errors.email}
        {...email}
        ref={node => {
          email.ref(node)
          first.current = node
        }}
      />
      <div className="pair">
        <TextField
          id="invite_role"
          label={t('role')}
          required
          error={errors.role}
          {...register('role', { validate: typed => typed.trim() !== '' || t('roleMissing') })}
        />
        <Controller
          control={control}
          name="country_code"
          render={({ field, fieldState }) => (
            <CountryField
              {...field}
              id="invite_country"
              label={t('country')}
              error={fieldState.error}
            />
          )}
        />
      </div>
      {known?.length !== 0 && (
        <Controller
          control={control}
          name="pay_policy_uuid"
          render={({ field, fieldState }) => (
            <SelectField
              {...field}
              id="invite_policy"
              label={t('policy')}
              placeholder={t('later')}
              help={<FirstPay policy={watch('pay_policy_uuid')} today={today} />}
              error={fieldState.error}
              options={policies.map(({ uuid, label }) => ({ value: uuid, label }))}
              missing={optionsOf(employer).missing}
            />
          )}
        />
      )}
    </>
  )
}

/** When somebody who starts today is paid first by the chosen policy. */
function FirstPay({ policy, today }: { policy: string; today: string }) {
  const t = useTranslations('people.invite')
  const { data } = useQuery({
    ...query('getPolicy', { params: { id: policy } }),
    enabled: policy !== '',
  })
  const period = data?.pay_periods.find(({ end_date }) => end_date >= today)
  if (!period) return <>{t('decides')}</>
  return <>{t('firstPay', { end: monthDay(period.end_date), pay: monthDay(period.pay_date) })}</>
}
