import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { TOLD_TYPES } from '#domain/integrations/told-events.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** All of one thing, such as `payment.*`. */
const THINGS = [...new Set(TOLD_TYPES.map(type => `${type.split('.')[0]}.*`))]

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
    <Dialog
      open
      onClose={onClose}
      title={t(sandbox ? 'sandboxTitle' : 'title')}
      lead={t('lead')}
      keepOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="new-webhook" loading={make.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id="new-webhook"
        className="stack g16"
        noValidate
        onSubmit={event => void submit(event)}
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
            <fieldset className="stack g8">
              <legend className="label">{t('events')}</legend>
              {THINGS.map((thing, at) => (
                <Checkbox
                  key={thing}
                  label={<span className="mono">{thing}</span>}
                  checked={field.value.includes(thing)}
                  error={at === THINGS.length - 1 ? fieldState.error : undefined}
                  onChange={({ target }) =>
                    field.onChange(
                      target.checked
                        ? [...field.value, thing]
                        : field.value.filter(other => other !== thing),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
        />
      </form>
    </Dialog>
  )
}
