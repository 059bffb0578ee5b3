import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type Shown = ClientOutput<'openInvoice'>

/** What the client said that they sent, and the way to say it. It is their word: the contractor looks whether it arrived. */
export function SaySent({ shown, token }: { shown: Shown; token: string }) {
  const t = useTranslations('invoicing.pay.sent')
  const [saying, setSaying] = useState(false)
  const { said_sent: said, from } = shown
  return (
    <div className="stack g12">
      {said && (
        <Say kind="note" word={t('said', { date: formatDateLong(said.sent_on) })}>
          {t(said.reference ? 'waitsOf' : 'waits', { name: from.name, reference: said.reference })}
        </Say>
      )}
      {saying ? (
        <Fields shown={shown} token={token} onClose={() => setSaying(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setSaying(true)}>
          {t(said ? 'change' : 'say')}
        </Button>
      )}
    </div>
  )
}

function Fields({ shown, token, onClose }: { shown: Shown; token: string; onClose: () => void }) {
  const t = useTranslations('invoicing.pay.sent')
  const today = useToday()
  const { said_sent: said, issued_on, from } = shown
  // All invoices are shown at one address.
  const [typed, setTyped, sent] = useDraft(`said-sent of ${from.email} ${shown.number}`, {
    sent_on: said?.sent_on ?? today,
    reference: said?.reference ?? '',
  })
  const wrong = useRefusal(typed)
  const say = useCall('sayInvoiceSent', {
    refresh: ['openInvoice'],
    onSuccess: () => {
      sent()
      onClose()
    },
    onProblem: wrong.hear,
  })
  return (
    <form
      noValidate
      className="stack g12"
      onSubmit={event => {
        event.preventDefault()
        say.mutate({ body: { token, ...typed } })
      }}
    >
      <p className="meta t2">{t('lead', { name: from.name })}</p>
      {wrong.whole && <ErrorBox>{wrong.whole}</ErrorBox>}
      <DateField
        id="sent_on"
        label={t('on')}
        required
        value={typed.sent_on}
        today={today}
        min={issued_on}
        max={today}
        error={wrong.of('sent_on')}
        onChange={sent_on => setTyped({ ...typed, sent_on })}
      />
      <TextField
        id="sent_reference"
        label={t('reference')}
        help={t('referenceHelp')}
        maxLength={140}
        value={typed.reference}
        error={wrong.of('reference')}
        onChange={event => setTyped({ ...typed, reference: event.target.value })}
      />
      <div className="row g8 wrap">
        <Button type="submit" loading={say.isPending}>
          {t('tell', { name: from.name })}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
