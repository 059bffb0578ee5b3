import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { addDays, isPlainDate } from '#domain/kernel/plain-date.ts'
import { useMay, useToday } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { optionsOf } from '#web/parts/options-of.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { type Option, SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** What shows otherwise once something is frozen, or is no more. */
export const AFTER_FREEZE: readonly ApiName[] = ['listFreezes', 'listUnpaid', 'getChecklist']

type Network = NonNullable<ClientInput<'freezePayments'>['body']['network']>
type Preview = ClientOutput<'previewFreeze'>

type Entry = {
  readonly before: string
  readonly employer_domain: string
  readonly currency: string
  readonly network: string
  readonly words: string
}

/** Stops payments at once; nothing for those who may not. */
export function FreezeButton() {
  const t = useTranslations('payments.freeze')
  const [open, setOpen] = useState(false)
  const may = useMay()
  const today = useToday()
  if (!may('freezePayments')) return null
  return (
    <>
      <Button variant="secondary" icon="lock" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && <FreezeDialog today={today} onClose={() => setOpen(false)} />}
    </>
  )
}

function FreezeDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const t = useTranslations('payments.freeze')
  const [entry, setEntry, sent] = useDraft<Entry>(
    { dialog: 'freeze' },
    { before: addDays(today, 1), employer_domain: '', currency: '', network: '', words: '' },
  )
  const wrong = useRefusal(entry)
  const freeze = useCall('freezePayments', {
    refresh: AFTER_FREEZE,
    onSuccess: () => {
      sent()
      onClose()
    },
    onProblem: wrong.hear,
  })
  const scope = scopeOf(entry)
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={t('lead')}
      submit={t('verb')}
      variant="danger"
      pending={freeze.isPending}
      refused={wrong.whole}
      disabled={!isPlainDate(entry.before)}
      onSubmit={() => freeze.mutate({ body: { ...scope, words: entry.words } })}
    >
      <DateField
        id="freeze-before"
        label={t('before')}
        help={t('beforeHelp')}
        required
        value={entry.before}
        error={wrong.of('before')}
        onChange={before => setEntry({ ...entry, before })}
      />
      {isPlainDate(entry.before) && (
        <Narrowing entry={entry} onChange={setEntry} before={entry.before} />
      )}
      <TextField
        id="freeze-words"
        label={t('why')}
        help={t('whyHelp')}
        maxLength={500}
        value={entry.words}
        error={wrong.of('words')}
        onChange={event => setEntry({ ...entry, words: event.target.value })}
      />
      {isPlainDate(entry.before) && <WhatItHolds scope={scope} />}
    </FormDialog>
  )
}

function scopeOf({ before, employer_domain, currency, network }: Entry) {
  return {
    before,
    ...(employer_domain && { employer_domain }),
    ...(currency && { currency }),
    ...(network && { network: network as Network }),
  }
}

/** Of whom and how; what there is to choose is what would leave by then. */
function Narrowing({
  entry,
  onChange,
  before,
}: {
  entry: Entry
  onChange: (entry: Entry) => void
  before: string
}) {
  const t = useTranslations('payments.freeze')
  const found = useQuery({
    ...query('previewFreeze', { query: { before } }),
    placeholderData: keepPreviousData,
  })
  const { data } = found
  const { missing } = optionsOf(found)
  const all = (label: string) => ({ value: '', label })
  const employers = (data?.employers ?? []).flatMap(({ domain, company_name, payments }) =>
    domain ? [{ value: domain, label: company_name, sub: t('count', { count: payments }) }] : [],
  )
  const some = (of: readonly string[] | undefined, name = (value: string) => value) =>
    (of ?? []).map(value => ({ value, label: name(value) }))
  // What was chosen still narrows it where nothing of it leaves by another day, and is named.
  const having = (options: readonly Option[], value: string, name = (of: string) => of) =>
    value === '' || options.some(one => one.value === value)
      ? options
      : [...options, { value, label: name(value) }]
  return (
    <>
      <SelectField
        id="freeze-employer"
        label={t('employer')}
        options={[all(t('everyEmployer')), ...having(employers, entry.employer_domain)]}
        missing={missing}
        value={entry.employer_domain}
        onChange={employer_domain => onChange({ ...entry, employer_domain })}
      />
      <SelectField
        id="freeze-currency"
        label={t('currency')}
        options={[all(t('everyCurrency')), ...having(some(data?.currencies), entry.currency)]}
        missing={missing}
        value={entry.currency}
        onChange={currency => onChange({ ...entry, currency })}
      />
      <SelectField
        id="freeze-network"
        label={t('network')}
        options={[
          all(t('everyNetwork')),
          ...having(some(data?.networks, networkName), entry.network, networkName),
        ]}
        missing={missing}
        value={entry.network}
        onChange={network => onChange({ ...entry, network })}
      />
    </>
  )
}

function WhatItHolds({ scope }: { scope: ReturnType<typeof scopeOf> }) {
  const t = useTranslations('payments.freeze')
  const found = useQuery({
    ...query('previewFreeze', { query: scope }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data } = found
  return (
    <div aria-live="polite">
      <Awaited of={[found]} failed={t('unknown')} />
      {data &&
        (data.payments === 0 ? <p className="meta t2">{t('nothing')}</p> : <Held of={data} />)}
      {data && data.executing > 0 && (
        <Say kind="unusual" word={t('executing.word', { count: data.executing })}>
          {t('executing.text')}
        </Say>
      )}
    </div>
  )
}

function Held({ of }: { of: Preview }) {
  const t = useTranslations('payments.freeze')
  const rows = of.employers.map(({ domain, company_name, payments, totals }) => ({
    id: domain ?? company_name,
    term: t('row', { name: company_name, count: payments }),
    value: <MoneyList of={totals} />,
  }))
  const total = {
    id: 'all',
    term: t('held', { count: of.payments }),
    value: <MoneyList of={of.totals} strong />,
    strong: true,
    ruled: true,
  }
  return <DefinitionRows rows={rows.length > 1 ? [...rows, total] : [total]} />
}
