import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '#web/kernel/queries.ts'
import type { Me } from '#web/kernel/types.ts'

/** How much waits, by the path of a page; counted anew after whatever the person changed. */
export function useWaiting({
  allowed_calls,
  second_factor,
}: Me): Readonly<Record<string, number>> | undefined {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void client.invalidateQueries({ queryKey: ['getWaiting'] })
      }),
    [client],
  )
  const enabled = allowed_calls.includes('getWaiting') && !second_factor.missing
  return useQuery({ ...query('getWaiting', {}), enabled }).data?.counts
}
