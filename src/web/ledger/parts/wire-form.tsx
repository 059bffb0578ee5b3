import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useToday } from '#web/kernel/me.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { BookingCard, BookingDone, BookingRefused, COLUMNS, useBooking } from './booking.tsx'
import './pay-in.css'

type Column = (typeof COLUMNS)[number]
/** What a receipt is known by before it is typed. */
export type Wire = Partial<Record<Column, string>>

/** One receipt as the file of one row that it is: the same rules book it, and the same receipt is booked once. */
function fileOf(wire: Record<Column, string>) {
  const quoted = (text: string) => `"${text.trim().replaceAll('"', '""')}"`
  const row = COLUMNS.map(column => quoted(wire[column])).join(',')
  return {
    file_name: `${wire.reference.trim() || 'receipt'}.csv`,
    text: `${COLUMNS.join(',')}\n${row}\n`,
  }
}

/** Books one receipt by a form; a field that is wrong says why. */
export function WireForm({
  start,
  exampleDomain,
  onClose,
}: {
  start: Wire
  exampleDomain: string
  onClose: () => void
}) {
  const t = useTranslations('ledger.wire')
  const today = useToday()
  const [wire, setWire, sent] = useDraft<Record<Column, string>>(
    `wire ${Object.values(start).join(' ')}`,
    {
      ...{ employer_domain: '', currency: '', amount: '', reference: '' },
      received_on: today,
      ...start,
    },
  )
  const [tried, setTried] = useState(false)
  const booking = useBooking()
  const problem = booking.error && asApiProblem(booking.error)
  const refusal = useRefusal(wire)
  const wrongAt = (column: Column): string => {
    if (tried && wire[column].trim() === '') return t('missing')
    return refusal.of(column) ?? ''
  }
  const field = (column: Column) => ({
    id: `wire-${column}`,
    label: t(column === 'employer_domain' ? 'employer' : column),
    required: true,
    value: wire[column],
    error: wrongAt(column),
  })
  const type = (column: Column) => (value: string) => {
    booking.reset()
    setWire({ ...wire, [column]: value })
  }
  const text = (column: Column) => ({
    ...field(column),
    onChange: (event: { target: { value: string } }) => type(column)(event.target.value),
  })
  // It opens above what was pressed: the first field that is empty is where the hand goes on.
  const [first] = useState(() => COLUMNS.find(column => wire[column] === ''))
  useEffect(() => document.getElementById(`wire-${first}`)?.focus(), [first])
  const submit = () => {
    setTried(true)
    if (COLUMNS.every(column => wire[column].trim() !== ''))
      booking.mutate(fileOf(wire), {
        onSuccess: () => sent(),
        onError: thrown => refusal.hear(asApiProblem(thrown)),
      })
  }
  const elsewhere = problem && !COLUMNS.some(column => wrongAt(column) !== '')
  return (
    <BookingCard title={t('title')} onClose={onClose}>
      <form
        noValidate
        className="wire"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          {...text('employer_domain')}
          help={t('employerHelp', { example: exampleDomain })}
          autoCapitalize="none"
        />
        <TextField {...text('currency')} maxLength={4} autoCapitalize="characters" />
        <TextField {...text('amount')} inputMode="decimal" />
        <TextField {...text('reference')} help={t('referenceHelp')} />
        <DateField {...field('received_on')} onChange={type('received_on')} today={today} />
        <div>
          <Button type="submit" size="lg" loading={booking.isPending}>
            {t('submit')}
          </Button>
        </div>
      </form>
      {elsewhere && <BookingRefused problem={problem} />}
      {booking.data && <BookingDone booked={booking.data} />}
    </BookingCard>
  )
}
