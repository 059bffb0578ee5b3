import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH } from '#domain/notifications/message.ts'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField, TextField } from '#web/ui/text-input.tsx'
import '#web/parts/parts.css'

/** What operators wrote to a contractor, whether it was opened, and a form to write more. */
export function MessagesCard({ sub, name }: { sub: string; name: string }) {
  const t = useTranslations('people.messages')
  const may = useMay()('sendMessage')
  const [writing, setWriting] = useState(false)
  const found = useQuery(query('listMessagesTo', { params: { sub }, query: {} }))
  const { data } = found
  return (
    <Card title={t('to')}>
      <Awaited of={[found]}>
        <ul className="rows">
          {data?.items.length === 0 && <li className="t2">{t('nothing')}</li>}
          {data?.items.map(message => (
            <li key={message.message_uuid}>
              <details>
                <summary>
                  <bdi className="w5">{message.subject}</bdi>{' '}
                  <StatusChip tone={message.kind === 'SENT' ? 'ok' : 'hollow'}>
                    {t(`kinds.${message.kind}`)}
                  </StatusChip>
                </summary>
                <p className="mt8 pre-line">
                  <bdi>{message.full_text}</bdi>
                </p>
              </details>
              <div className="meta t3">
                {t('by', { name: message.author_name, time: atTime(message.written_at) })}
                {'. '}
                {message.read_at ? t('read', { time: atTime(message.read_at) }) : t('unread')}
              </div>
            </li>
          ))}
        </ul>
      </Awaited>
      {may && (
        <div className="foot">
          <Button variant="secondary" icon="mail" full onClick={() => setWriting(true)}>
            {t('send')}
          </Button>
        </div>
      )}
      {writing && <WriteDialog sub={sub} name={name} onClose={() => setWriting(false)} />}
    </Card>
  )
}

function WriteDialog({ sub, name, onClose }: { sub: string; name: string; onClose: () => void }) {
  const t = useTranslations('people.messages')
  const form = useForm(
    { dialog: `message ${sub}` },
    { mode: 'onTouched', defaultValues: { subject: '', full_text: '' } },
  )
  const { errors } = form.formState
  const send = useCall('sendMessage', {
    refresh: ['listMessagesTo'],
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      onClose()
    },
  })
  const submit = form.handleSubmit(body =>
    send.mutate(
      { params: { sub }, body },
      { onError: problem => showProblem(form.setError, problem) },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={`${t('send')}: ${name}`}
      submit={t('submit')}
      pending={send.isPending}
      onSubmit={submit}
    >
      <TextField
        id="message_subject"
        label={t('subject')}
        required
        maxLength={MAX_SUBJECT_LENGTH}
        error={errors.subject}
        {...form.register('subject', {
          validate: typed => typed.trim() !== '' || t('subjectMissing'),
        })}
      />
      <TextareaField
        id="message_text"
        label={t('text')}
        required
        rows={8}
        maxLength={MAX_TEXT_LENGTH}
        help={t('textHelp')}
        error={errors.full_text}
        {...form.register('full_text', {
          validate: typed => typed.trim() !== '' || t('textMissing'),
        })}
      />
    </FormDialog>
  )
}
