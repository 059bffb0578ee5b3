import { useTranslations } from 'use-intl'
import { type AddressForm, addressWords } from '#web/parts/address-form.ts'
import { differing, TwoVersions } from '#web/parts/two-versions.tsx'

/** The company and the person who acts for it, as the page asks for both. */
export type CompanyEntry = {
  corporation_name: string
  business_name: string
  first_name: string
  middle_name: string
  last_name: string
  preferred_name: string
  phone_number: string
  mailing_address: AddressForm
  has_authorization: boolean
}

/** What the company is called and who acts for it by now, beside what stands in the form. */
export function CompanyVersions({
  theirs,
  mine,
  ...answers
}: {
  theirs: CompanyEntry
  mine: CompanyEntry
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('people.onboarding')
  const own = useTranslations('people.own')
  const row = (term: string, of: (entry: CompanyEntry) => string) => ({
    ...{ term, theirs: of(theirs), mine: of(mine) },
  })
  const rows = [
    row(t('corporation'), entry => entry.corporation_name),
    row(t('business'), entry => entry.business_name),
    row(t('first'), entry => entry.first_name),
    row(t('middle'), entry => entry.middle_name),
    row(t('last'), entry => entry.last_name),
    row(t('preferred'), entry => entry.preferred_name),
    row(own('phone'), entry => entry.phone_number),
    row(t('mailing'), entry => addressWords(entry.mailing_address)),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}
