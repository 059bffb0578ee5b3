import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { Pager } from '#web/ui/pager.tsx'

/** Where somebody is in a list with keyset paging: the query to ask with, and the ways on and back. */
export type Paging = {
  readonly query: { readonly cursor?: string }
  readonly previous: (() => void) | undefined
  readonly next: (cursor: string | null) => (() => void) | undefined
}

/**
 * Paging by the cursor in the address, which a change of the filter takes away. The way back is remembered by this page; whoever
 * came in the middle goes back to the beginning.
 */
export function usePaging(): Paging {
  const { get, set } = useAddress()
  const cursor = get('cursor')
  const [walked, setWalked] = useState<readonly string[]>([])
  const trail = cursor === '' ? [] : walked
  const goTo = (next: string | undefined, behind: readonly string[]) => {
    setWalked(behind)
    set({ cursor: next })
  }
  return {
    query: cursor === '' ? {} : { cursor },
    previous: cursor === '' ? undefined : () => goTo(trail.at(-1), trail.slice(0, -1)),
    next: next => (next === null ? undefined : () => goTo(next, [...trail, cursor])),
  }
}

/** The same for one of several lists of a page, which are in no address; it begins anew where `view` changes. */
export function useOwnPaging(view = ''): Paging {
  const [place, setPlace] = useState<{ view: string; trail: readonly string[] }>({
    view,
    trail: [],
  })
  const trail = place.view === view ? place.trail : []
  const cursor = trail.at(-1)
  return {
    query: cursor === undefined ? {} : { cursor },
    previous:
      cursor === undefined ? undefined : () => setPlace({ view, trail: trail.slice(0, -1) }),
    next: next => (next === null ? undefined : () => setPlace({ view, trail: [...trail, next] })),
  }
}

/** Previous and Next under a list, with how many it shows; nothing under a list of one page. */
export function CursorPager({
  paging: { previous, next },
  cursor,
  shown,
  name,
  loading,
}: {
  paging: Paging
  /** Where the next page begins, as the server answered. */
  cursor: string | null
  shown: number
  name: string
  loading?: boolean | undefined
}) {
  const t = useTranslations('parts.list')
  if (cursor === null && !previous) return null
  return (
    <Pager
      onPrevious={previous}
      onNext={next(cursor)}
      loading={loading}
      label={t('pages', { name })}
    >
      {t('shown', { count: shown, name })}
    </Pager>
  )
}
