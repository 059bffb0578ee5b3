import { useTranslations } from 'use-intl'
import { addressWords } from '#web/parts/address-form.ts'
import { differing, TwoVersions } from '#web/parts/two-versions.tsx'
import type { PersonalForm } from './personal-form.ts'

/** What is known of them by now beside what stands in the form. */
export function PersonalVersions({
  theirs,
  mine,
  ...answers
}: {
  theirs: PersonalForm
  mine: PersonalForm
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('people.profile')
  const own = useTranslations('people.own')
  const row = (term: string, of: (form: PersonalForm) => string) => ({
    ...{ term, theirs: of(theirs), mine: of(mine) },
  })
  const rows = [
    row(t('first'), form => form.first_name),
    row(t('middle'), form => form.middle_name),
    row(t('last'), form => form.last_name),
    row(t('preferred'), form => form.preferred_name),
    row(own('phone'), form => form.phone_number),
    row(t('permanent'), form => addressWords(form.permanent_address)),
    row(t('mailing'), ({ mailing, mailing_address }) =>
      mailing === 'same' ? t('same') : addressWords(mailing_address),
    ),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}
