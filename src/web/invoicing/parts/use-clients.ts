import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { query } from '#web/kernel/queries.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { type Client, nameOf } from './invoice-form.ts'

/** The newest clients that say what is typed, with the chosen one, wherever in the list that is. */
export function useClients(chosen: string): {
  readonly client: Client | undefined
  readonly clients: readonly Client[]
  readonly loading: boolean
  readonly missing: (() => void) | undefined
  readonly search: (typed: string) => void
} {
  const [typed, search] = useState('')
  const one = useQuery({
    ...query('getClient', { params: { id: chosen } }),
    enabled: chosen !== '',
  })
  const client = chosen === '' || one.isPlaceholderData ? undefined : one.data
  // What is chosen stands in the field as if it were typed.
  const text = useDeferredValue(client && typed === nameOf(client) ? '' : typed.trim())
  const found = useQuery({
    ...query('listClients', { query: { limit: '50', ...(text && { search: text }) } }),
    placeholderData: keepPreviousData,
  })
  const items = found.data?.items ?? []
  const isListed = items.some(({ uuid }) => uuid === chosen)
  return {
    client: client ?? items.find(({ uuid }) => uuid === chosen),
    clients: client && !isListed ? [client, ...items] : items,
    loading: found.isFetching,
    missing: optionsOf(found).missing,
    search,
  }
}
