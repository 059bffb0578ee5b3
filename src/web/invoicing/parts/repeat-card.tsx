import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { REPEATS, type Repeat, shifted } from '#domain/invoicing/repeat.ts'
import { addDays, formatDateLong } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type Invoice, STALE } from './invoice-form.ts'

/** Whether the invoice is written anew by itself, and the way to have it so. */
export function RepeatCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.repeat')
  const [asking, setAsking] = useState(false)
  const { repeat, invoice_uuid: id } = invoice
  const end = useCall('endInvoiceRepeat', {
    refresh: STALE,
    onSuccess: () => openAlert(t('ended'), { severity: 'success' }),
  })
  if (invoice.kind !== 'INVOICE' || invoice.number === null || invoice.line_item_uuid) return null
  if (invoice.status === 'VOID' && !repeat) return null
  return (
    <Card pad title={t('title')}>
      <div className="stack g12">
        <p className="meta t2">
          {repeat
            ? t(repeat.sends ? 'sent' : 'written', {
                every: t(`every.${repeat.every}`),
                date: formatDateLong(repeat.next_on),
              })
            : t('none')}
        </p>
        <div className="row g8 wrap">
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            {t(repeat ? 'change' : 'begin')}
          </Button>
          {repeat && (
            <Button
              size="sm"
              variant="danger"
              loading={end.isPending}
              onClick={() => end.mutate({ params: { id } })}
            >
              {t('end')}
            </Button>
          )}
        </div>
      </div>
      {asking && <RepeatDialog invoice={invoice} onClose={() => setAsking(false)} />}
    </Card>
  )
}

type Repeated = NonNullable<Invoice['repeat']>

/** Asks how often, from which day on, and whether each is sent unseen. */
function RepeatDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoicing.repeat')
  const today = useToday()
  const { repeat, invoice_uuid: id } = invoice
  const { seen, isOther, hear, close } = useSeenVersion(repeat, STALE)
  const begun: Repeated = repeat ?? {
    ...{ every: 'MONTHLY', next_on: shifted(today, 'MONTHLY', 1), sends: false },
  }
  const [typed, setTyped] = useDraft({ dialog: 'repeat' }, begun)
  const wrong = useRefusal(typed)
  const put = useCall('putInvoiceRepeat', {
    refresh: STALE,
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      onClose()
    },
    onProblem: problem => hear(problem) || wrong.hear(problem),
  })
  const save = (over: Repeated | null) => {
    close(over)
    put.mutate({ params: { id }, body: { ...typed, seen: over } })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('ask')}
      lead={t('lead')}
      submit={t('save')}
      pending={put.isPending}
      refused={wrong.whole}
      onSubmit={() => save(seen)}
    >
      {isOther && (
        <Versions theirs={repeat} mine={typed} onTheirs={onClose} onMine={() => save(repeat)} />
      )}
      <SelectField
        id="repeat_every"
        label={t('how')}
        required
        options={REPEATS.map(value => ({ value, label: t(`every.${value}`) }))}
        value={typed.every}
        error={wrong.of('every')}
        onChange={every =>
          setTyped({
            ...typed,
            every: every as Repeat,
            next_on: shifted(today, every as Repeat, 1),
          })
        }
      />
      <DateField
        id="repeat_next_on"
        label={t('next')}
        required
        value={typed.next_on}
        today={today}
        min={addDays(today, 1)}
        error={wrong.of('next_on')}
        onChange={next_on => setTyped({ ...typed, next_on })}
      />
      <Checkbox
        label={t('sends')}
        sub={t('sendsSub')}
        checked={typed.sends}
        onChange={event => setTyped({ ...typed, sends: event.target.checked })}
      />
    </FormDialog>
  )
}

/** How it is repeated by now beside what is chosen here. */
function Versions({
  theirs,
  mine,
  ...answers
}: {
  theirs: Repeated | null
  mine: Repeated
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('invoicing.repeat')
  const row = (term: string, of: (repeat: Repeated) => string) => ({
    ...{ term, theirs: theirs ? of(theirs) : '', mine: of(mine) },
  })
  const rows = [
    row(t('how'), ({ every }) => t(`every.${every}`)),
    row(t('next'), ({ next_on }) => formatDateLong(next_on)),
    row(t('sends'), ({ sends }) => t(sends ? 'yes' : 'no')),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}
