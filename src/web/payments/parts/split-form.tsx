import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { bpsOf, WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { percentText, SplitBar } from '#web/ui/split-bar.tsx'
import { said } from '#web/words/said.ts'
import type { Destination, NextPay } from '../queries.ts'
import { DestinationRow } from './destination-row.tsx'
import { keptParts } from './kept-pays.tsx'
import { Reopens } from './reopens.tsx'
import { type Shares, written } from './use-shares.ts'
import '#web/parts/parts.css'

/** How the pay is split: one bar, one field per destination in step with it; it can be saved when it makes 100 exactly. */
export function SplitForm({
  destinations,
  pays,
  form,
  version,
}: {
  /** Of the split that was seen. */
  version: string
  destinations: readonly Destination[]
  pays: readonly NextPay[]
  form: Shares
}) {
  const t = useTranslations('payments.splitForm')
  const tPercentages = useTranslations('payments.percentages')
  const [refused, setRefused] = useState('')
  const kept = keptParts(pays)
  const save = useCall('putSetupPercentages', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: (_, { body }) => {
      form.sent(body.map(({ percentage }) => written(bpsOf(percentage))))
      openAlert(t('done'), { severity: 'success' })
    },
    onProblem: problem => {
      // What is saved by now is read, and the form is drawn anew over it with what was typed.
      if (problem.code === 'CONFLICT') return false
      setRefused(problem.detail)
      return true
    },
  })
  const submit = () => {
    setRefused('')
    // As it is sent, so that leaving a field changes nothing of it.
    form.move(form.shares)
    save.mutate({
      query: { seen: version },
      body: destinations.map((destination, at) => ({
        identifier: destination.identifier,
        network: destination.network,
        currency: destination.currency,
        percentage: (form.shares[at] ?? 0) / 100,
      })),
    })
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (form.changed && !form.problem) submit()
      }}
    >
      <Card title={t('title')} note={<SumNote shares={form.shares} />}>
        <SplitHead destinations={destinations} shares={form.shares} onMove={form.move} />
        {refused && (
          <div className="split-in">
            <ErrorBox>{refused}</ErrorBox>
          </div>
        )}
        <ul className="rows">
          {destinations.map((destination, at) => (
            <DestinationRow
              key={destination.destination_uuid}
              destination={destination}
              kept={kept.filter(part => part.destination_uuid === destination.destination_uuid)}
              index={at}
              text={form.texts[at] ?? ''}
              onType={text => form.type(at, text)}
              onLeave={() => form.tidy(at)}
            />
          ))}
        </ul>
        {form.changed && (
          <div className="foot">
            <span className="grow meta t2" role="status">
              {form.problem ? said(tPercentages, form.problem) : t('waits')}{' '}
              {t('now', { split: nowOf(destinations) })}
              <Reopens pays={pays} />
            </span>
            <Button variant="secondary" onClick={form.reset} disabled={save.isPending}>
              {t('undo')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={form.problem !== undefined}>
              {t('save')}
            </Button>
          </div>
        )}
      </Card>
    </form>
  )
}

/** The split that is saved. */
function nowOf(destinations: readonly Destination[]): string {
  return destinations
    .filter(({ percentage }) => percentage > 0)
    .map(({ percentage, label }) => `${percentText(bpsOf(percentage))} ${label}`)
    .join(', ')
}

function sumOf(shares: readonly number[]): number {
  return shares.reduce((total, bps) => total + (Number.isNaN(bps) ? 0 : bps), 0)
}

function SumNote({ shares }: { shares: readonly number[] }) {
  const sum = sumOf(shares)
  const whole = sum === WHOLE_BPS
  return (
    <span className={whole ? 'row g4 w5 ok' : 'row g4 w5 err'}>
      <Icon name={whole ? 'done' : 'error'} size={16} />
      {written(sum)}%
    </span>
  )
}

function howMany({ length }: readonly Destination[]): 'one' | 'two' | 'many' {
  if (length > 2) return 'many'
  return length === 2 ? 'two' : 'one'
}

function SplitHead({
  destinations,
  shares,
  onMove,
}: {
  destinations: readonly Destination[]
  shares: readonly number[]
  onMove: (shares: readonly number[]) => void
}) {
  const t = useTranslations('payments.splitForm')
  // Where they are not the whole, no place of a thumb says a share.
  const whole = sumOf(shares) === WHOLE_BPS
  return (
    <div className="split-in">
      <SplitBar
        label={t('title')}
        parts={destinations.map((destination, at) => ({
          id: destination.destination_uuid,
          label: destination.label,
          share: Number.isNaN(shares[at]) ? 0 : (shares[at] ?? 0),
        }))}
        {...(whole ? { onChange: onMove } : {})}
      />
      <p className="meta t3 mt8">{t(`note.${howMany(destinations)}`)}</p>
    </div>
  )
}
