import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { MOST_OWNERS } from '#domain/people/company-details.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { OwnerFields, type OwnerForm, type Owners } from './owner-fields.tsx'

/** The form has a place for as many owners as there may be, so that what is typed is kept and brought back place by place. */
export const OWNER_PLACES = Array.from({ length: MOST_OWNERS }, (_, place) => place)
export const NO_OWNER: OwnerForm = { name: '', birth_date: '', country_code: '', share: '' }

/** The owners that are named, as they are sent. */
export function ownerInputs(owners: readonly OwnerForm[]) {
  return owners.filter(isTyped).map(owner => ({ ...owner, share: Number(owner.share) }))
}

function isTyped(owner: OwnerForm): boolean {
  return Object.values(owner).some(typed => typed.trim() !== '')
}

/** Who owns how much of a company: a card for each owner, and what they own together. */
export function OwnersField() {
  const t = useTranslations('people.company.details.owners')
  const { watch, setValue, getValues, formState } = useFormContext<Owners>()
  const wrong = formState.errors.beneficial_owners
  const owners = watch('beneficial_owners')
  const typed = owners.findLastIndex(isTyped) + 1
  const [asked, setAsked] = useState(typed)
  const shown = Math.max(asked, typed)
  const remove = (place: number) => {
    const left = getValues('beneficial_owners').filter((_, at) => at !== place)
    setValue('beneficial_owners', [...left, NO_OWNER], { shouldDirty: true })
    setAsked(shown - 1)
  }
  return (
    <fieldset className="stack g12">
      <legend className="h4 mt8">{t('title')}</legend>
      <p className="meta t2">{t('help')}</p>
      {owners.slice(0, shown).map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
        <OwnerFields key={place} place={place} onRemove={() => remove(place)} />
      ))}
      {wrong?.message && <ErrorBox>{wrong.message}</ErrorBox>}
      <div className="row between g12">
        <Button
          variant="secondary"
          icon="plus"
          disabled={shown >= MOST_OWNERS}
          onClick={() => setAsked(shown + 1)}
        >
          {t(shown === 0 ? 'add' : 'another')}
        </Button>
        <span className="meta t2" role="status">
          {shown > 0 && t('sum', { sum: sumOf(owners) })}
        </span>
      </div>
    </fieldset>
  )
}

function sumOf(owners: readonly OwnerForm[]): number {
  const hundredths = owners.map(({ share }) => Math.round(Number(share) * 100))
  return hundredths.filter(Number.isFinite).reduce((sum, part) => sum + part, 0) / 100
}
