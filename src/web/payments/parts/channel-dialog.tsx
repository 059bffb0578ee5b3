import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BANK_FORMATS, type BankFormat, currenciesOf } from '#domain/payments/bank-batch.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ALL_WORDS } from '#web/words/all-words.ts'
import { SETUPS, setupOf } from './channel-setups.ts'

type Word = keyof (typeof ALL_WORDS)['payments']['channels']['fields']
/** A catalogue has no points in its keys. */
const wordOf = (path: string) => path.replaceAll('.', '_') as Word

type Proposed = NonNullable<ClientInput<'proposeBankChannel'>['body']>

/** Proposes by which files a currency is paid. */
export function ChannelDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('payments.channels')
  const [format, setFormat] = useState<BankFormat>('PAIN_001_SWIFT')
  const [typed, setTyped] = useDraft<Record<string, string>>({ dialog: `channel ${format}` }, {})
  const shown = ['currency', 'label', 'cut_off.time', 'cut_off.zone']
  for (const { path } of SETUPS[format]) shown.push(path)
  const values = Object.fromEntries(shown.map(name => [name, typed[name]]))
  // A path in the body, of a union without the name of the one that was taken.
  const wrong = useRefusal(values, loc =>
    loc
      .slice(1)
      .filter(part => part !== 'setup' && part !== format)
      .join('.'),
  )
  const propose = useCall('proposeBankChannel', {
    refresh: ['listBankChannels'],
    onSuccess: () => {
      openAlert(t('proposed'), { severity: 'success' })
      onClose()
    },
    onProblem: wrong.hear,
  })
  const field = (name: string, start = '', required = false) => ({
    id: `channel-${name.replaceAll('.', '-')}`,
    required,
    value: typed[name] ?? start,
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
    error: wrong.of(name),
  })
  const only = currenciesOf(format)?.[0] ?? ''
  const submit = () => {
    const time = (typed['cut_off.time'] ?? '').trim()
    const zone = (typed['cut_off.zone'] ?? 'America/Toronto').trim()
    const pays = format === 'INTERAC_CSV' ? 'INTERAC' : 'ACCOUNTS'
    const currency = (typed.currency ?? only).trim().toUpperCase()
    const common = { currency, pays, label: typed.label ?? '', answers: null }
    const cut_off = time ? { time, zone } : null
    const body = { ...common, cut_off, format, setup: setupOf(format, typed) } as Proposed
    propose.mutate({ body })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('dialog.title')}
      lead={t('dialog.lead')}
      submit={t('propose')}
      pending={propose.isPending}
      refused={wrong.whole}
      onSubmit={submit}
    >
      <SelectField
        id="channel-format"
        label={t('dialog.format')}
        required
        value={format}
        onChange={next => setFormat(BANK_FORMATS.find(of => of === next) ?? format)}
        options={BANK_FORMATS.map(value => ({ value, label: t(`formats.${value}`) }))}
      />
      <TextField {...field('currency', only, true)} label={t('dialog.currency')} maxLength={4} />
      <TextField {...field('label', '', true)} label={t('dialog.label')} maxLength={100} />
      <TextField {...field('cut_off.time')} label={t('dialog.time')} help={t('dialog.timeHelp')} />
      <TextField {...field('cut_off.zone', 'America/Toronto')} label={t('dialog.zone')} />
      {SETUPS[format].map(({ path, start, required = false }) => (
        <TextField
          key={`${format} ${path}`}
          {...field(path, start, required)}
          label={t(`fields.${wordOf(path)}`)}
        />
      ))}
    </FormDialog>
  )
}
