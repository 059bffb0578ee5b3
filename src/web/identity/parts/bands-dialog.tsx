import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { BAND_AMONG, type BandAmong, MOST_BANDS } from '#domain/payroll/approval-bands.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { type Option, SelectField } from '#web/ui/select-field.tsx'
import type { Band } from './approvers-of.ts'

/** A step as it is typed; who is named stands in one text, so that a draft of any length is kept. */
type Typed = { above: string; approvers: string; among: BandAmong; named: string }
const EMPTY: Typed = { above: '', approvers: '2', among: 'ANYONE', named: '' }

/** As many rows as there may be steps, of which the first ones count. */
function typedOf(bands: readonly Band[]) {
  const rows = bands.map(band => ({
    above: decimalOf(band.above),
    approvers: String(band.approvers),
    among: band.among,
    named: band.named.join(' '),
  }))
  return {
    count: rows.length,
    rows: Array.from({ length: MOST_BANDS }, (_, at) => rows[at] ?? EMPTY),
  }
}

/** What each field of a step holds, by the step's place and the field's name. */
function valuesOf(row: Typed, at: number): [field: string, value: string][] {
  return Object.entries(row).map(([field, value]) => [`${at}.${field}`, value])
}

function fieldOf([, , at, field]: readonly (string | number)[]): string {
  return `${at}.${field}`
}

/** Changes who approves pay by its sum: a list of steps, each with a sum, how many, and who is to be among them. */
export function BandsDialog({
  bands,
  version,
  currency,
  people,
  onClose,
}: {
  bands: readonly Band[]
  version: string
  currency: string
  people: readonly Option[]
  onClose: () => void
}) {
  const t = useTranslations('identity.bands')
  const common = useTranslations('identity.limit')
  const [typed, setTyped] = useDraft({ dialog: 'putApprovalBands' }, typedOf(bands))
  const rows = typed.rows.slice(0, typed.count)
  const wrong = useRefusal(Object.fromEntries(rows.flatMap(valuesOf)), fieldOf)
  const { seen, isOther, hear, close } = useSeenVersion(version, ['getEmployer'])
  const save = useCall('putApprovalBands', {
    refresh: ['getEmployer', 'getCycle', 'getLineItem'],
    failed: t('failed'),
    onSuccess: () => {
      openAlert(t('changed'), { severity: 'success' })
      onClose()
    },
    onProblem: problem => hear(problem) || wrong.hearFields(problem),
  })
  const put = (of: readonly Typed[]) =>
    setTyped({
      count: of.length,
      rows: Array.from({ length: MOST_BANDS }, (_, at) => of[at] ?? EMPTY),
    })
  const submit = (over: string) => {
    const sums = rows.map(row => minorOf(row.above, currency))
    const missing = sums.indexOf(undefined)
    if (missing >= 0) return wrong.say({ [`${missing}.above`]: common('wrong') })
    close(over)
    save.mutate({
      body: {
        seen: over,
        bands: rows.map(({ approvers, among, named }, at) => ({
          above: { currency, amount_in_smallest_unit: sums[at] ?? 0 },
          approvers: approvers === '2' ? 2 : 1,
          among,
          named: among === 'NAMED' ? named.split(' ').filter(Boolean) : [],
        })),
      },
    })
  }
  const said = (at: number, field: string) => wrong.of(`${at}.${field}`)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('title')}
      lead={t('lead')}
      submit={common('save')}
      pending={save.isPending}
      refused={wrong.whole}
      onSubmit={() => submit(seen)}
    >
      {isOther && (
        <Versions
          theirs={typedOf(bands)}
          mine={typed}
          {...{ currency, people }}
          onTheirs={() => {
            setTyped(typedOf(bands))
            close(version)
          }}
          onMine={() => submit(version)}
        />
      )}
      {rows.length === 0 && <p className="t2">{t('none')}</p>}
      {rows.map((row, at) => (
        <Step
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
          key={at}
          {...{ at, row, currency, people, said }}
          onChange={next => put(rows.with(at, next))}
          onRemove={() => put(rows.toSpliced(at, 1))}
        />
      ))}
      {rows.length < MOST_BANDS && (
        <div>
          <Button variant="secondary" icon="plus" onClick={() => put([...rows, EMPTY])}>
            {t('add')}
          </Button>
        </div>
      )}
      <p className="meta t3">{t('help')}</p>
    </FormDialog>
  )
}

/** Who approves by now, step by step, beside what stands in the dialog. */
function Versions({
  theirs,
  mine,
  currency,
  people,
  ...answers
}: {
  theirs: ReturnType<typeof typedOf>
  mine: ReturnType<typeof typedOf>
  currency: string
  people: readonly Option[]
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('identity.bands')
  const said = ({ count, rows }: ReturnType<typeof typedOf>, at: number) => {
    const row = at < count ? rows[at] : undefined
    if (!row) return ''
    const named = row.named.split(' ')
    return [
      ...[`${t('from')} ${row.above} ${currency}`, t(row.approvers === '2' ? 'two' : 'one')],
      t(row.among, { approvers: Number(row.approvers) }),
      ...people.filter(({ value }) => named.includes(value)).map(({ label }) => label),
    ].join(', ')
  }
  const rows = mine.rows.map((_, at) => ({
    term: t('step', { number: at + 1 }),
    ...{ theirs: said(theirs, at), mine: said(mine, at) },
  }))
  return <TwoVersions rows={differing(rows)} {...answers} />
}

function Step({
  at,
  row,
  currency,
  people,
  said,
  onChange,
  onRemove,
}: {
  at: number
  row: Typed
  currency: string
  people: readonly Option[]
  said: (at: number, field: string) => string | undefined
  onChange: (row: Typed) => void
  onRemove: () => void
}) {
  const t = useTranslations('identity.bands')
  const named = row.named.split(' ').filter(Boolean)
  const number = at + 1
  const approvers = Number(row.approvers)
  return (
    <fieldset className="band stack g12">
      <legend className="w5">{t('step', { number })}</legend>
      <div className="band-fields">
        <NumberField
          id={`band_above_${at}`}
          label={t('from')}
          required
          decimals={exponentOf(currency)}
          suffix={currency}
          error={said(at, 'above')}
          value={row.above}
          onChange={event => onChange({ ...row, above: event.target.value })}
        />
        <SelectField
          id={`band_approvers_${at}`}
          label={t('approvers')}
          required
          error={said(at, 'approvers')}
          options={[
            { value: '1', label: t('one') },
            { value: '2', label: t('two') },
          ]}
          value={row.approvers}
          onChange={many => onChange({ ...row, approvers: many })}
        />
        <SelectField
          id={`band_among_${at}`}
          label={t('among', { approvers })}
          required
          error={said(at, 'among')}
          options={BAND_AMONG.map(value => ({ value, label: t(value, { approvers }) }))}
          value={row.among}
          onChange={value =>
            onChange({ ...row, among: BAND_AMONG.find(one => one === value) ?? 'ANYONE' })
          }
        />
      </div>
      {row.among === 'NAMED' && (
        <CheckboxGroup
          label={t('named')}
          options={people}
          value={named}
          error={said(at, 'named')}
          onChange={next => onChange({ ...row, named: next.join(' ') })}
        />
      )}
      <div>
        <Button variant="text" size="sm" aria-label={t('remove', { number })} onClick={onRemove}>
          {t('remove', { number })}
        </Button>
      </div>
    </fieldset>
  )
}
