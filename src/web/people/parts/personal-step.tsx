import { useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { PhoneNumberField } from '#web/identity/shared.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { showProblem } from '#web/parts/form.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { AddressFields } from './address-fields.tsx'
import {
  type ContractorSelf,
  type PersonalForm,
  personalForm,
  personalInput,
} from './personal-form.ts'

/** The first step of the profile: legal names, phone and addresses. What was typed stays when saving fails. */
export function PersonalStep({ self, onSaved }: { self: ContractorSelf; onSaved: () => void }) {
  const [refused, setRefused] = useState('')
  const form = useForm<PersonalForm>({ defaultValues: personalForm(self), mode: 'onTouched' })
  const save = useCall('putPersonalInformation', {
    refresh: ['getContractorSelf', 'getMe', 'listNextPays'],
    onSuccess: onSaved,
    onProblem: problem => {
      showProblem(form.setError, problem)
      setRefused(problem.detail)
      return true
    },
  })
  const submit = form.handleSubmit(values => {
    setRefused('')
    save.mutate({ body: personalInput(values) })
  })
  const mailing = form.watch('mailing')
  return (
    <form noValidate className="form-column" onSubmit={event => void submit(event)}>
      {refused && <ErrorBox>{refused}</ErrorBox>}
      <FormProvider {...form}>
        <NameFields form={form} />
        <PhoneNumberField />
        <h2 className="h3 mt8">Permanent address</h2>
        <AddressFields at="permanent_address" />
        <div className="mt8">
          <RadioCards
            legend="Mailing address"
            cards={[
              { value: 'same', label: 'The same' },
              { value: 'other', label: 'Another address' },
            ]}
            value={mailing}
            onChange={value => form.setValue('mailing', value)}
          />
        </div>
        {mailing === 'other' && <AddressFields at="mailing_address" />}
      </FormProvider>
      <Button type="submit" size="lg" className="mt8" loading={save.isPending}>
        Save and continue
      </Button>
    </form>
  )
}

function NameFields({ form }: { form: UseFormReturn<PersonalForm> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <div className="pair">
        <TextField
          id="first_name"
          label="Legal first name"
          required
          autoComplete="given-name"
          error={errors.first_name}
          {...register('first_name', { required: 'First name is required' })}
        />
        <TextField
          id="last_name"
          label="Legal last name"
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
