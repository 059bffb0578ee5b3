import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { personName } from '#domain/kernel/names.ts'
import { newUuid } from '#web/kernel/env.ts'
import { query } from '#web/kernel/queries.ts'
import { csvOf } from '#web/parts/save-csv.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ComboboxInput } from '#web/ui/combobox-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** Who is paid what, and what for, as it is typed. */
export type OffCycleLine = {
  /** By which a line stays itself while others go. */
  readonly id: string
  readonly email: string
  readonly name: string
  readonly currency: string
  readonly amount: string
  readonly reference: string
}

export const NO_LINE: OffCycleLine = {
  ...{ id: '', email: '', name: '', currency: '', amount: '', reference: '' },
}

/** More are a file. */
const MOST_LINES = 100

/** Whether it pays nobody and nothing yet. */
export function isEmpty({ email, amount }: OffCycleLine): boolean {
  return email === '' && amount.trim() === ''
}

/** The lines as a file of payments says them, without those that are empty. */
export function textOfLines(lines: readonly OffCycleLine[]): string {
  const rows = lines
    .filter(line => !isEmpty(line))
    .map(({ email, name, amount, currency, reference }) => [
      ...[email, name, amount, currency, reference],
    ])
  return csvOf([['email', 'name', 'amount', 'currency', 'reference'], ...rows])
}

/** Payments as they are written down one by one, each to somebody who works with the company. */
export function OffCycleLines({
  lines,
  onChange,
}: {
  lines: readonly OffCycleLine[]
  onChange: (lines: OffCycleLine[]) => void
}) {
  const t = useTranslations('batches.offCycle')
  return (
    <Card title={t('people')}>
      <ul className="off-cycle">
        {lines.map((line, at) => (
          <li key={line.id}>
            <Line at={at} line={line} onChange={next => onChange(lines.with(at, next))} />
            <IconButton
              icon="close"
              size="sm"
              label={t('remove', { at: at + 1 })}
              disabled={lines.length === 1}
              onClick={() => onChange(lines.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      <div className="foot">
        <Button
          variant="text"
          icon="plus"
          disabled={lines.length === MOST_LINES}
          onClick={() =>
            onChange([
              ...lines,
              { ...NO_LINE, id: newUuid(), reference: lines.at(-1)?.reference ?? '' },
            ])
          }
        >
          {t('add')}
        </Button>
      </div>
    </Card>
  )
}

type LineProps = {
  at: number
  line: OffCycleLine
  onChange: (line: OffCycleLine) => void
}

function Line({ at, line, onChange }: LineProps) {
  const t = useTranslations('batches.offCycle')
  const { amount, currency, reference } = line
  return (
    <>
      <Who at={at} line={line} onChange={onChange} />
      <NumberField
        id={`pay_amount_${at}`}
        label={currency ? t('amountIn', { currency }) : t('amount')}
        required
        className="num"
        decimals={currency ? exponentOf(currency) : 2}
        value={amount}
        onChange={event => onChange({ ...line, amount: event.target.value })}
      />
      <TextField
        id={`pay_reference_${at}`}
        label={t('reference')}
        required
        maxLength={100}
        placeholder={t('example')}
        value={reference}
        onChange={event => onChange({ ...line, reference: event.target.value })}
      />
    </>
  )
}

/** Somebody who works with the company, looked up by name or address; they are paid in the currency of their contract. */
function Who({ at, line, onChange }: LineProps) {
  const t = useTranslations('batches.offCycle')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed === line.name ? '' : typed.trim())
  const people = useQuery({
    ...query('listContractors', {
      query: { status: 'ACCEPTED', limit: '50', ...(search && { search }) },
    }),
    placeholderData: keepPreviousData,
  })
  const found = (people.data?.items ?? []).map(person => ({
    email: person.contractor_email,
    name: personName(person, person.contractor_email),
    currency: person.contract?.currency ?? '',
  }))
  const known = found.some(({ email }) => email === line.email)
  const offered = line.email && !known ? [line, ...found] : found
  return (
    <Field id={`pay_who_${at}`} label={t('who')} required>
      <ComboboxInput
        value={line.email}
        loading={people.isPending}
        onSearch={setTyped}
        options={offered.map(({ email, name }) => ({ value: email, label: name, sub: email }))}
        onChange={email => {
          const { name = '', currency = '' } = offered.find(one => one.email === email) ?? {}
          onChange({ ...line, email, name, currency })
        }}
      />
    </Field>
  )
}
