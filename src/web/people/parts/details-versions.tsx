import { useTranslations } from 'use-intl'
import type { Industry } from '#domain/people/company-details.ts'
import { type AddressForm, addressWords } from '#web/parts/address-form.ts'
import { differing, TwoVersions } from '#web/parts/two-versions.tsx'
import type { OwnerForm } from './owner-fields.tsx'
import { ownerInputs } from './owners-field.tsx'

export interface DetailsForm {
  registration_number: string
  country_of_incorporation: string
  date_of_incorporation: string
  registered_address: AddressForm
  tax_number: string
  industry: string
  website: string
  /** As many as there may be; those of which nothing is typed are not named. */
  beneficial_owners: OwnerForm[]
  owners_complete: boolean
}

/** What the company says of itself by now beside what stands in the form. */
export function DetailsVersions({
  theirs,
  mine,
  ...answers
}: {
  theirs: DetailsForm
  mine: DetailsForm
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('people.company.details')
  const row = (term: string, of: (form: DetailsForm) => string) => ({
    ...{ term, theirs: of(theirs), mine: of(mine) },
  })
  const rows = [
    row(t('registration'), form => form.registration_number),
    row(t('country'), form => form.country_of_incorporation),
    row(t('date'), form => form.date_of_incorporation),
    row(t('address'), form => addressWords(form.registered_address)),
    row(t('industry'), ({ industry }) => industry && t(`industries.${industry as Industry}`)),
    row(t('tax'), form => form.tax_number),
    row(t('website'), form => form.website),
    row(t('owners.title'), form => ownerInputs(form.beneficial_owners).map(ownerWords).join('; ')),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}

function ownerWords(owner: ReturnType<typeof ownerInputs>[number]): string {
  return [owner.name, owner.birth_date, owner.country_code, `${owner.share} %`].join(', ')
}
