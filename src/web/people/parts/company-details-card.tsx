import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { countryName } from '#web/parts/places.ts'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { Translator } from '#web/words/words.tsx'
import type { Employer } from '../queries.ts'
import { addressLines } from './personal-form.ts'

export type CompanyDetails = NonNullable<Employer['kyc_info']['details']>

/** What a company says of itself, as its own people and its reviewers read it. */
export function CompanyDetailsCard({ details }: { details: CompanyDetails }) {
  const t = useTranslations('people.company.details')
  return (
    <Card pad>
      <DefinitionRows facts rows={detailRows(details, t)} />
      <p className="meta t3 mt12">
        {t.rich('given', {
          time: atTime(details.given_at),
          name: () => <bdi>{details.given_by}</bdi>,
        })}
      </p>
    </Card>
  )
}

/** What a company says of itself, fact by fact, its owners last. */
export function detailRows(details: CompanyDetails, t: Translator<'people.company.details'>) {
  const { beneficial_owners: owners } = details
  const fact = (id: 'registration' | 'tax' | 'website', value: string) =>
    value ? [{ id, term: t(id), value: <bdi>{value}</bdi> }] : []
  return [
    ...fact('registration', details.registration_number),
    {
      id: 'incorporated',
      term: t('incorporated'),
      value: t('incorporatedIn', {
        date: formatDate(details.date_of_incorporation),
        country: countryName(details.country_of_incorporation),
      }),
    },
    {
      id: 'address',
      term: t('address'),
      value: <bdi>{addressLines(details.registered_address).join(', ')}</bdi>,
    },
    ...fact('tax', details.tax_number),
    { id: 'industry', term: t('industry'), value: t(`industries.${details.industry}`) },
    ...fact('website', details.website),
    ...(owners.length === 0
      ? [{ id: 'owners', term: t('owners.title'), value: t('owners.nobody') }]
      : owners.map((owner, i) => ({
          id: `owner-${i}`,
          term: t('owners.owner', { number: i + 1 }),
          value: (
            <>
              <bdi>{owner.name}</bdi>
              {', '}
              {t('owners.fact', {
                share: owner.share,
                born: formatDate(owner.birth_date),
                country: countryName(owner.country_code),
              })}
            </>
          ),
        }))),
  ]
}
