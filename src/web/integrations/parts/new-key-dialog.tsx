import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { KEY_SCOPES, type KeyScope } from '#domain/integrations/api-key.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type Fields = { name: string; scopes: KeyScope[]; days: string; addresses: string }

const DAYS = ['30', '90', '366'] as const

/** Each address is a place of its own on the wire, and all are one field here. */
function namesOf({ fields }: ApiProblem): Record<string, 'addresses' | 'scopes'> {
  const inner = fields.map(({ loc }) => loc.slice(1).join('.'))
  return Object.fromEntries(
    inner
      .filter(name => /^(addresses|scopes)\./.test(name))
      .map(name => [name, name.startsWith('scopes') ? 'scopes' : 'addresses'] as const),
  )
}

/** Asks what a new key may do, until when and from where. */
export function NewKeyDialog({
  sandbox,
  onMade,
  onClose,
}: {
  sandbox: boolean
  onMade: (made: ClientOutput<'makeApiKey'>) => void
  onClose: () => void
}) {
  const t = useTranslations('integrations.newKey')
  const tScopes = useTranslations('integrations.scopes')
  const { register, control, handleSubmit, setError, formState } = useForm<Fields>(
    { dialog: 'new-key' },
    { mode: 'onTouched', defaultValues: { name: '', scopes: [], days: '90', addresses: '' } },
  )
  const make = useCall('makeApiKey', {
    refresh: ['listApiKeys'],
    failed: t('failed'),
    onSuccess: onMade,
  })
  const submit = handleSubmit(({ name, scopes, days, addresses }) =>
    make.mutate(
      {
        body: {
          name: name.trim(),
          scopes,
          sandbox,
          days: Number(days),
          addresses: addresses.split(/[\s,]+/).filter(Boolean),
        },
      },
      {
        onError: problem => showProblem(setError, problem, namesOf(problem)),
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t(sandbox ? 'sandboxTitle' : 'title')}
      lead={t('lead')}
      submit={t('submit')}
      pending={make.isPending}
      onSubmit={submit}
    >
      <TextField
        id="key_name"
        label={t('name')}
        required
        autoComplete="off"
        help={t('nameHelp')}
        error={formState.errors.name}
        {...register('name', { validate: text => text.trim() !== '' || t('nameMissing') })}
      />
      <Controller
        control={control}
        name="scopes"
        rules={{ validate: chosen => chosen.length > 0 || t('scopesMissing') }}
        render={({ field, fieldState }) => (
          <CheckboxGroup
            label={t('scopes')}
            options={KEY_SCOPES.map(value => ({ value, label: tScopes(value) }))}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error}
          />
        )}
      />
      <Controller
        control={control}
        name="days"
        render={({ field }) => (
          <SelectField
            id="key_days"
            label={t('days')}
            value={field.value}
            onChange={field.onChange}
            options={DAYS.map(days => ({ value: days, label: t(`lives.${days}`) }))}
          />
        )}
      />
      <TextField
        id="key_addresses"
        label={t('addresses')}
        autoComplete="off"
        help={t('addressesHelp')}
        error={formState.errors.addresses}
        {...register('addresses')}
      />
    </FormDialog>
  )
}
