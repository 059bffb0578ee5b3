import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import {
  ENTITY_TYPES,
  type EntityType,
  isMadeHere,
  isUsPerson,
  TAX_CLASSIFICATIONS,
  type TaxpayerKind,
} from '#domain/tax/tax-form.ts'
import { hasTreaty } from '#domain/tax/treaties.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { countryName } from '#web/parts/places.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { Answers, Preview } from '../queries.ts'

interface Entry {
  kind: TaxpayerKind
  country_code: string
  us_resident: boolean
  entity_name: string
  entity_type: EntityType | ''
  active_nffe: boolean
  classification: string
  us_tax_number: string
  foreign_tax_number: string
  birth_date: string
  treaty: boolean
}

function entryOf(answers: ClientOutput<'getTaxForms'>['answers'], residence: string): Entry {
  return {
    kind: answers?.kind ?? 'INDIVIDUAL',
    country_code: answers?.country_code ?? residence,
    us_resident: answers?.us_resident ?? false,
    entity_name: answers?.entity_name ?? '',
    entity_type: answers?.entity_type ?? '',
    active_nffe: answers?.active_nffe ?? false,
    classification: answers?.classification ?? '',
    us_tax_number: answers?.us_tax_number ?? '',
    foreign_tax_number: answers?.foreign_tax_number ?? '',
    birth_date: answers?.birth_date ?? '',
    treaty: answers?.treaty ?? false,
  }
}

/** The country by whose treaty something may be claimed, and which gives the number. */
function homeOf({ kind, country_code }: Entry, residence: string): string {
  return kind === 'ENTITY' ? country_code : residence
}

/** What was ticked where it could be asked, and is not asked any more, is not claimed. */
function answersOf(entry: Entry, residence: string): Answers {
  return {
    ...entry,
    treaty: entry.treaty && hasTreaty(homeOf(entry, residence)),
    entity_type: entry.entity_type || null,
    classification: (entry.classification || null) as Answers['classification'],
    birth_date: entry.birth_date || null,
  }
}

/** The questions that decide which form is owed, and what it says; those that do not matter are not asked. */
export function TaxQuestions({
  forms,
  residence,
  onRead,
  onBack,
}: {
  forms: ClientOutput<'getTaxForms'>
  residence: string
  onRead: (answers: Answers, preview: Preview) => void
  onBack: () => void
}) {
  const t = useTranslations('tax.questions')
  const form = useForm<Entry>('tax', {
    mode: 'onTouched',
    defaultValues: entryOf(forms.answers, residence),
  })
  const elsewhere = useElsewhere(form.watch(), residence) !== undefined
  const preview = useCall('previewTaxForms')
  const submit = form.handleSubmit(async entry => {
    const answers = answersOf(entry, residence)
    try {
      onRead(answers, await preview.mutateAsync({ body: { answers } }))
    } catch (thrown) {
      showProblem(form.setError, thrown, inForm)
    }
  })
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <form className="form-column" noValidate onSubmit={event => void submit(event)}>
        <FormProvider {...form}>
          <Who residence={residence} />
          <Form residence={residence} />
        </FormProvider>
        <div className="row g8 mt8">
          <Button variant="secondary" size="lg" onClick={onBack}>
            {t('cancel')}
          </Button>
          {!elsewhere && (
            <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
              {t('read')}
            </Button>
          )}
        </div>
      </form>
    </>
  )
}

/** The wire names each answer within `answers`. */
const inForm = Object.fromEntries(
  [
    ...['kind', 'country_code', 'us_resident', 'entity_name', 'entity_type', 'active_nffe'],
    ...['classification', 'us_tax_number', 'foreign_tax_number', 'birth_date', 'treaty'],
  ].map(name => [`answers.${name}`, name as keyof Entry]),
)

function Who({ residence }: { residence: string }) {
  const t = useTranslations('tax.questions')
  const { control, watch, register, formState } = useFormContext<Entry>()
  const { kind, country_code } = watch()
  const entity = kind === 'ENTITY'
  const asked = !isUsPerson({ kind, country_code, residence, us_resident: false })
  return (
    <>
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <RadioCards
            legend={t('kind.title')}
            name={field.name}
            value={field.value}
            onChange={field.onChange}
            cards={[
              { value: 'INDIVIDUAL', label: t('kind.INDIVIDUAL'), sub: t('kind.individualSub') },
              { value: 'ENTITY', label: t('kind.ENTITY'), sub: t('kind.entitySub') },
            ]}
          />
        )}
      />
      {entity && (
        <TextField
          id="entity_name"
          label={t('entityName')}
          required
          maxLength={200}
          error={formState.errors.entity_name}
          {...register('entity_name')}
        />
      )}
      <Controller
        control={control}
        name="country_code"
        rules={{ required: t('countryMissing') }}
        render={({ field, fieldState }) => (
          <CountryField
            {...field}
            id="country_code"
            label={t(entity ? 'organized' : 'citizenship')}
            required
            help={!entity && country_code === 'AS' ? t('samoa') : undefined}
            error={fieldState.error}
          />
        )}
      />
      {!entity && asked && (
        <Checkbox label={t('usResident')} sub={t('usResidentSub')} {...register('us_resident')} />
      )}
    </>
  )
}

/** Why Corridor makes no form of these answers, as the server refuses them; undefined where it does. */
function useElsewhere(
  { kind, country_code, entity_type, us_resident }: Entry,
  residence: string,
): string | undefined {
  const t = useTranslations('tax.problems')
  if (kind !== 'ENTITY' || isUsPerson({ kind, country_code, us_resident, residence }))
    return undefined
  if (entity_type !== '' && !isMadeHere(entity_type)) return t('entityTypeElsewhere')
  if (country_code === '' || country_code === residence) return undefined
  return t('entityElsewhere', {
    address: countryName(residence),
    company: countryName(country_code),
  })
}

/** Which form follows, and what it needs besides. */
function Form({ residence }: { residence: string }) {
  const t = useTranslations('tax.questions')
  const { watch } = useFormContext<Entry>()
  const entry = watch()
  const { kind, country_code, us_resident } = entry
  const american = isUsPerson({ kind, country_code, us_resident, residence })
  const form = american ? 'W-9' : kind === 'ENTITY' ? 'W-8BEN-E' : 'W-8BEN'
  const elsewhere = useElsewhere(entry, residence)
  return (
    <>
      {!american && kind === 'ENTITY' && <KindOfEntity />}
      <div aria-live="polite">
        {elsewhere ? (
          <Say kind="unusual" word={t('elsewhere')}>
            {elsewhere}
          </Say>
        ) : (
          <Say kind="note">{t('follows', { form })}</Say>
        )}
      </div>
      {!elsewhere && american && <American />}
      {!elsewhere && !american && <Foreign home={homeOf(entry, residence)} />}
      {!elsewhere && <UsNumber required={american} />}
    </>
  )
}

function UsNumber({ required }: { required: boolean }) {
  const t = useTranslations('tax.questions')
  const { register, formState } = useFormContext<Entry>()
  return (
    <TextField
      id="us_tax_number"
      label={t('usNumber')}
      required={required}
      autoComplete="off"
      help={t('usNumberHelp')}
      error={formState.errors.us_tax_number}
      {...register('us_tax_number')}
    />
  )
}

function KindOfEntity() {
  const t = useTranslations('tax.questions')
  const tTypes = useTranslations('tax.entityTypes')
  const { control } = useFormContext<Entry>()
  return (
    <Controller
      control={control}
      name="entity_type"
      render={({ field, fieldState }) => (
        <ComboboxField
          {...field}
          id="entity_type"
          label={t('entityType')}
          required
          options={ENTITY_TYPES.map(value => ({ value, label: tTypes(value) }))}
          error={fieldState.error}
        />
      )}
    />
  )
}

function American() {
  const t = useTranslations('tax.questions')
  const tClass = useTranslations('tax.classifications')
  const { control, watch } = useFormContext<Entry>()
  const individual = watch('kind') === 'INDIVIDUAL'
  const offered = TAX_CLASSIFICATIONS.filter(one => (one === 'INDIVIDUAL') === individual)
  return (
    <Controller
      control={control}
      name="classification"
      render={({ field, fieldState }) => (
        <ComboboxField
          {...field}
          id="classification"
          label={t('classification')}
          required
          options={offered.map(value => ({ value, label: tClass(value) }))}
          error={fieldState.error}
        />
      )}
    />
  )
}

function Foreign({ home }: { home: string }) {
  const t = useTranslations('tax.questions')
  const today = useToday()
  const { control, watch, register, formState } = useFormContext<Entry>()
  const entity = watch('kind') === 'ENTITY'
  const country = home ? countryName(home) : t('itsCountry')
  return (
    <>
      {!entity && (
        <Controller
          control={control}
          name="birth_date"
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id="birth_date"
              label={t('birthDate')}
              required
              max={today}
              error={fieldState.error}
            />
          )}
        />
      )}
      <TextField
        id="foreign_tax_number"
        label={t('foreignNumber', { country })}
        autoComplete="off"
        help={t('foreignNumberHelp')}
        error={formState.errors.foreign_tax_number}
        {...register('foreign_tax_number')}
      />
      {entity && (
        <Checkbox
          label={t('active')}
          sub={t('activeSub')}
          error={formState.errors.active_nffe}
          {...register('active_nffe')}
        />
      )}
      {hasTreaty(home) && (
        <Checkbox
          label={t('treaty', { country })}
          sub={t('treatySub')}
          error={formState.errors.treaty}
          {...register('treaty')}
        />
      )}
    </>
  )
}
