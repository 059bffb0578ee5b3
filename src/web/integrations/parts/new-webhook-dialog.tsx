import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { TOLD_TYPES } from '#domain/integrations/told-events.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** All of one thing, such as `payment.*`. */
const THINGS = [...new Set(TOLD_TYPES.map(type => `${type.split('.')[0]}.*`))].map(value => ({
  value,
  label: <span className="mono">{value}</span>,
}))

/** Asks where events are to be sent, and which. */
export function NewWebhookDialog({
  sandbox,
  onMade,
  onClose,
}: {
  sandbox: boolean
  onMade: (made: ClientOutput<'makeWebhook'>) => void
  onClose: () => void
}) {
  const t = useTranslations('integrations.newWebhook')
  const { register, control, handleSubmit, setError, formState } = useForm<{
    url: string
    events: string[]
  }>({ dialog: 'new-webhook' }, { mode: 'onTouched', defaultValues: { url: '', events: [] } })
  const make = useCall('makeWebhook', {
    refresh: ['listWebhooks'],
    failed: t('failed'),
    onSuccess: onMade,
  })
  const submit = handleSubmit(({ url, events }) =>
    make.mutate(
      { body: { url: url.trim(), events, sandbox } },
      { onError: problem => showProblem(setError, problem) },
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
        id="hook_url"
        label={t('url')}
        required
        type="url"
        autoComplete="off"
        help={t('urlHelp')}
        error={formState.errors.url}
        {...register('url', { validate: text => text.trim() !== '' || t('urlMissing') })}
      />
      <Controller
        control={control}
        name="events"
        rules={{ validate: chosen => chosen.length > 0 || t('eventsMissing') }}
        render={({ field, fieldState }) => (
          <CheckboxGroup
            label={t('events')}
            options={THINGS}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error}
          />
        )}
      />
    </FormDialog>
  )
}
