import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { HitCard } from './hit-card.tsx'
import '#web/parts/parts.css'
import './screening.css'

/** What holds one contractor, by their `sub`, or one company, by its uuid: each possible match with both records, answered where it is seen. */
export function MatchesOf({ party }: { party: string }) {
  const t = useTranslations('screening.page')
  const found = useQuery({
    ...query('listHits', { query: { view: 'holding', party } }),
    // Others answer meanwhile.
    staleTime: 0,
  })
  const { data, isPending } = found
  if (isPending) return <CardSkeleton height={420} />
  return (
    <>
      {!data && <NotLoaded of={found} />}
      {data?.items.map(hit => (
        <HitCard key={hit.hit_uuid} hit={hit} />
      ))}
      {data?.next_cursor && (
        <div>
          <LinkButton variant="secondary" size="sm" href="/operations/screening">
            {t('all')}
          </LinkButton>
        </div>
      )}
    </>
  )
}
