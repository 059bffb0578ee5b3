import { useState } from 'react'

import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { Me } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { atTime } from '#web/parts/times.ts'
import { useEmailProblem } from '#web/parts/use-email-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** The e-mail of the person: how to change it, and what a change that was begun still waits for. */
export function EmailCard() {
  const t = useTranslations('identity.email')
  const { email, email_change } = useMe()
  const [editing, setEditing] = useState(false)
  return (
    <Card title={t('title')} pad>
      <div className="row g12">
        <div className="grow w5 cut" title={email}>
          {email}
        </div>
        {!email_change && !editing && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('changeEmail')}
            onClick={() => setEditing(true)}
          >
            {t('change')}
          </Button>
        )}
      </div>
      {email_change ? (
        <Waiting old={email} change={email_change} />
      ) : (
        editing && <ChangeEmail onClose={() => setEditing(false)} />
      )}
    </Card>
  )
}

function ChangeEmail({ onClose }: { onClose: () => void }) {
  const t = useTranslations('identity.email')
  const emailProblem = useEmailProblem()
  const { register, handleSubmit, setError, formState } = useForm('email', {
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const change = useCall('changeEmail', {
    refresh: ['getMe'],
    onSuccess: onClose,
    onProblem: problem => {
      if (problem.code !== 'CONFLICT') return false
      setError('email', { message: problem.detail }, { shouldFocus: true })
      return true
    },
  })
  const submit = handleSubmit(({ email }) =>
    change.mutate(
      { body: { email: email.trim() } },
      { onError: problem => showProblem(setError, problem) },
    ),
  )
  return (
    <form className="stack g16 mt16" noValidate onSubmit={event => void submit(event)}>
      <TextField
        id="new-email"
        label={t('new')}
        required
        type="email"
        autoComplete="email"
        help={t('help')}
        error={formState.errors.email}
        {...register('email', { validate: emailProblem })}
      />
      <div className="row g8">
        <Button type="submit" loading={change.isPending}>
          {t('send')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

function Waiting({ old, change }: { old: string; change: NonNullable<Me['email_change']> }) {
  const t = useTranslations('identity.email')
  const cancel = useCall('cancelEmailChange', { refresh: ['getMe'] })
  const halves = [
    [old, change.old_confirmed],
    [change.new_email, change.new_confirmed],
  ] as const
  return (
    <div className="inset security-wait">
      <p>
        {t.rich('waits', {
          email: change.new_email,
          time: atTime(change.expires_at),
          b: said => <b className="w6">{said}</b>,
        })}
      </p>
      <ul className="stack g8 mt12">
        {halves.map(([address, confirmed]) => (
          <li key={address} className="row g8 between wrap">
            <span className="cut" title={address}>
              {address}
            </span>
            <StatusChip tone={confirmed ? 'ok' : 'hollow'}>
              {t(confirmed ? 'confirmed' : 'waitsForLink')}
            </StatusChip>
          </li>
        ))}
      </ul>
      <div className="mt12">
        <Button
          variant="secondary"
          size="sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({})}
        >
          {t('cancelChange')}
        </Button>
      </div>
    </div>
  )
}
