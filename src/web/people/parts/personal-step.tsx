import { useState } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { PhoneNumberField } from '#web/identity/shared.tsx'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import { AddressFields } from '#web/parts/address-fields.tsx'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { useSeenVersion } from '#web/parts/two-versions.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import {
  type ContractorSelf,
  type PersonalForm,
  personalForm,
  personalInput,
} from './personal-form.ts'
import { PersonalVersions } from './personal-versions.tsx'

/** The first step of the profile: legal names, phone and addresses. What was typed stays when saving fails. */
export function PersonalStep({ self, onSaved }: { self: ContractorSelf; onSaved: () => void }) {
  const [opened, setOpened] = useState(0)
  const takeTheirs = () => {
    forgetDraft(draftPlace(FORM))
    setOpened(opened + 1)
  }
  return <Fields key={opened} {...{ self, onSaved }} onTheirs={takeTheirs} />
}

const FORM = 'personal'

function Fields({
  self,
  onSaved,
  onTheirs,
}: {
  self: ContractorSelf
  onSaved: () => void
  onTheirs: () => void
}) {
  const t = useTranslations('people.profile')
  const { seen, isOther, hear, close } = useSeenVersion(self.version, ['getContractorSelf'])
  const form = useForm<PersonalForm>(FORM, {
    defaultValues: personalForm(self),
    mode: 'onTouched',
  })
  const save = useCall('putPersonalInformation', {
    refresh: ['getContractorSelf', 'getMe', 'listNextPays'],
    onSuccess: onSaved,
    onProblem: problem => {
      if (!hear(problem)) showProblem(form.setError, problem)
      return true
    },
  })
  const refused = refusedWhole(form.formState.errors)
  const submit = (over: string) =>
    form.handleSubmit(values => {
      close(over)
      save.mutate({ body: { ...personalInput(values), seen: over } })
    })
  const mailing = form.watch('mailing')
  return (
    <form noValidate className="form-column" onSubmit={event => void submit(seen)(event)}>
      {refused && <ErrorBox>{refused}</ErrorBox>}
      {isOther && (
        <PersonalVersions
          theirs={personalForm(self)}
          mine={form.getValues()}
          onTheirs={onTheirs}
          onMine={() => void submit(self.version)()}
        />
      )}
      {self.verification_status === 'VERIFIED' && (
        <Say kind="unusual" word={t('verified')}>
          {t('verifiedText')}
        </Say>
      )}
      <FormProvider {...form}>
        <NameFields form={form} />
        <PhoneNumberField country={form.watch('permanent_address.country_code')} />
        <h2 className="h3 mt8">{t('permanent')}</h2>
        <AddressFields at="permanent_address" />
        <div className="mt8">
          <RadioCards
            legend={t('mailing')}
            cards={[
              { value: 'same', label: t('same') },
              { value: 'other', label: t('other') },
            ]}
            value={mailing}
            onChange={value => form.setValue('mailing', value)}
          />
        </div>
        {mailing === 'other' && <AddressFields at="mailing_address" />}
      </FormProvider>
      <Button type="submit" size="lg" className="mt8" loading={save.isPending}>
        {t('save')}
      </Button>
    </form>
  )
}

function NameFields({ form }: { form: UseFormReturn<PersonalForm> }) {
  const t = useTranslations('people.profile')
  const { register, formState } = form
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
