import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import { AddressFields } from '#web/parts/address-fields.tsx'
import { addressInput, addressWords } from '#web/parts/address-form.ts'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
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
  const which = kind === 'permanent_address' ? 'permanent' : 'mailing'
  const version = self.address_versions[which]
  const { seen, isOther, hear, close } = useSeenVersion(version, ['getContractorSelf'])
  const save = useCall('putAddress', {
    refresh: ['getContractorSelf', 'getMe', 'listNextPays'],
    onSuccess: () => {
      openAlert(t('saved'), { severity: 'success' })
      onClose()
    },
    onProblem: problem => {
      if (hear(problem)) return true
      // The address alone is sent, so its fields come back without the name of the address.
      const fields = problem.fields.map(({ loc, msg }) => ({ loc: [kind, ...loc.slice(1)], msg }))
      showProblem(form.setError, Object.assign(asApiProblem(problem), { fields }))
      return true
    },
  })
  const submit = (over: string) =>
    form.handleSubmit(values => {
      close(over)
      save.mutate({ body: { ...addressInput(values[kind]), kind: which, seen: over } })
    })()
  const theirs = personalForm(self)
  return (
    <FormDialog
      onClose={onClose}
      title={t(kind)}
      lead={kind === 'permanent_address' ? t('checked') : undefined}
      submit={t('save')}
      pending={save.isPending}
      refused={refusedWhole(form.formState.errors)}
      onSubmit={() => submit(seen)}
    >
      {isOther && (
        <TwoVersions
          rows={[
            {
              term: t(kind),
              theirs: addressWords(theirs[kind]),
              mine: addressWords(form.getValues(kind)),
            },
          ]}
          onTheirs={() => {
            form.setValue(kind, theirs[kind])
            close(version)
          }}
          onMine={() => void submit(version)}
        />
      )}
      <FormProvider {...form}>
        <AddressFields at={kind} />
      </FormProvider>
    </FormDialog>
  )
}
