import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { personName } from '#domain/kernel/names.ts'
import { newUuid } from '#web/kernel/env.ts'
import { query } from '#web/kernel/queries.ts'
import { isCells } from '#web/parts/cells.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ComboboxInput } from '#web/ui/combobox-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import {
  MOST_LINES,
  NO_LINE,
  type OffCycleLine,
  type PastedInto,
  withPasted,
} from './off-cycle-line.ts'

/** So many lines are on the screen at a time. */
const SHOWN = 50

/** Payments as they are written down one by one or pasted, each to somebody who works with the company. */
export function OffCycleLines({
  lines,
  onChange,
}: {
  lines: readonly OffCycleLine[]
  onChange: (lines: OffCycleLine[]) => void
}) {
  const t = useTranslations('batches.offCycle')
  const { from, onPage, go, goTo } = usePage(lines)
  const add = () => {
    onChange([...lines, { ...NO_LINE, id: newUuid(), reference: lines.at(-1)?.reference ?? '' }])
    goTo(lines.length)
  }
  const paste = (event: ClipboardEvent<HTMLElement>, at: number) => {
    const text = event.clipboardData.getData('text/plain')
    const field = fieldOf(event.target)
    if (!field || !isCells(text)) return
    event.preventDefault()
    const next = withPasted(lines, { at, field }, text, newUuid)
    if (next.length > MOST_LINES) openAlert(t('tooMany', { most: MOST_LINES }))
    else onChange(next)
  }
  return (
    <Card title={t('people')} note={t('pasteHelp')}>
      <ul className="off-cycle">
        {onPage.map((line, offset) => {
          const at = from + offset
          return (
            <li key={line.id} onPaste={event => paste(event, at)}>
              <Line at={at} line={line} onChange={next => onChange(lines.with(at, next))} />
              <IconButton
                icon="close"
                size="sm"
                label={t('remove', { at: at + 1 })}
                disabled={lines.length === 1}
                onClick={() => onChange(lines.toSpliced(at, 1))}
              />
            </li>
          )
        })}
      </ul>
      {lines.length > SHOWN && (
        <Pager label={t('people')} onPrevious={go(-1)} onNext={go(1)}>
          {t('shown', { first: from + 1, last: from + onPage.length, all: lines.length })}
        </Pager>
      )}
      <div className="foot">
        <Button variant="text" icon="plus" disabled={lines.length >= MOST_LINES} onClick={add}>
          {t('add')}
        </Button>
      </div>
    </Card>
  )
}

/** The lines that are on the screen, and the ways to others. */
function usePage(lines: readonly OffCycleLine[]) {
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(lines.length / SHOWN) - 1)
  const shown = Math.min(page, last)
  const from = shown * SHOWN
  return {
    from,
    onPage: lines.slice(from, from + SHOWN),
    goTo: (at: number) => setPage(Math.floor(at / SHOWN)),
    go: (by: number) =>
      shown + by < 0 || shown + by > last ? undefined : () => setPage(shown + by),
  }
}

/** Which field of a line something is pasted into, by its id. */
function fieldOf(target: EventTarget): PastedInto | undefined {
  const [, field] = /^pay_(who|amount|reference)_/.exec((target as Element).id) ?? []
  return field === 'who' ? 'email' : (field as PastedInto | undefined)
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
        {...optionsOf(people)}
        onSearch={setTyped}
        options={offered.map(({ email, name }) => ({
          ...{ value: email, label: name || email, sub: email },
        }))}
        onChange={email => {
          const { name = '', currency = '' } = offered.find(one => one.email === email) ?? {}
          onChange({ ...line, email, name, currency })
        }}
      />
    </Field>
  )
}
