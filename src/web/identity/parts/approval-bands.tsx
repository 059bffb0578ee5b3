import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { LOCALE } from '#web/words/words.tsx'
import { approverOptions, type Band, type Member } from './approvers-of.ts'

// Most who look at the team change no steps.
const BandsDialog = lazy(() =>
  import('./bands-dialog.tsx').then(part => ({ default: part.BandsDialog })),
)

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })
const USUAL: Pick<Band, 'approvers' | 'among' | 'named'> = {
  ...{ approvers: 1, among: 'ANYONE', named: [] },
}

/** Who approves pay, by its sum, step by step; owners change it. */
export function ApprovalBands({
  bands,
  version,
  currency,
}: {
  bands: readonly Band[]
  version: string
  currency: string
}) {
  const t = useTranslations('identity.bands')
  const may = useMay()
  const team = useQuery(query('listMembers', {}))
  const [changing, setChanging] = useState(false)
  const members: readonly Member[] = team.data?.members ?? []
  const who = ({ approvers, among, named }: Pick<Band, 'approvers' | 'among' | 'named'>) => {
    const people = approverOptions(members).filter(({ value }) => named.includes(value))
    const names = people.length > 0 ? either.format(people.map(one => one.label)) : t('gone')
    return t('who', { approvers, among, people: names })
  }
  const [first] = bands
  const begins = first?.above.amount_in_smallest_unit !== 0
  const below = first
    ? t.rich('upTo', { amount: () => <MoneyAmount of={first.above} /> })
    : t('every')
  return (
    <>
      <DefinitionRows
        rows={[
          ...(begins ? [{ id: 'below', term: below, value: who(USUAL) }] : []),
          ...bands.map(band => ({
            id: String(band.above.amount_in_smallest_unit),
            term:
              band.above.amount_in_smallest_unit === 0
                ? t('every')
                : t.rich('above', { amount: () => <MoneyAmount of={band.above} /> }),
            value: who(band),
          })),
        ]}
      />
      <p className="meta t3 mt4">{t('edits')}</p>
      {may('putApprovalBands') && (
        <div className="mt8">
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        </div>
      )}
      {changing && (
        <Suspense>
          <BandsDialog
            {...{ bands, version, currency }}
            people={approverOptions(members)}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </>
  )
}
