import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import { AddressFields } from '#web/parts/address-fields.tsx'
import { addressInput } from '#web/parts/address-form.ts'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import {
  type AddressKind,
  type ContractorSelf,
  type PersonalForm,
  personalForm,
} from './personal-form.ts'

/** Changes one address. Another country of tax residence asks for a new review, which the dialog says before. */
export function AddressDialog({
  self,
  kind,
  onClose,
}: {
  self: ContractorSelf
  kind: AddressKind
  onClose: () => void
}) {
  const t = useTranslations('people.address')
  const form = useForm<PersonalForm>(
    { dialog: kind },
    { defaultValues: personalForm(self), mode: 'onTouched' },
  )
  const save = useCall('putAddress', {
    refresh: ['getContractorSelf', 'getMe', 'listNextPays'],
    onSuccess: () => {
      openAlert(t('saved'), { severity: 'success' })
      onClose()
    },
    onProblem: problem => {
      // The address alone is sent, so its fields come back without the name of the address.
      const fields = problem.fields.map(({ loc, msg }) => ({ loc: [kind, ...loc.slice(1)], msg }))
      showProblem(form.setError, Object.assign(asApiProblem(problem), { fields }))
      return true
    },
  })
  const submit = form.handleSubmit(values => {
    const address = addressInput(values[kind])
    save.mutate({
      body: { ...address, kind: kind === 'permanent_address' ? 'permanent' : 'mailing' },
    })
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t(kind)}
      lead={kind === 'permanent_address' ? t('checked') : undefined}
      submit={t('save')}
      pending={save.isPending}
      refused={refusedWhole(form.formState.errors)}
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <AddressFields at={kind} />
      </FormProvider>
    </FormDialog>
  )
}
