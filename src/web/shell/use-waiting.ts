import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '#web/kernel/queries.ts'
import type { ApiName, Me } from '#web/kernel/types.ts'

/** How often what could not be counted is asked for again by itself. */
const AGAIN_MS = 30_000

/**
 * How much waits, by the path of a page; counted anew after whatever the person changed. Where it could not be counted, `countAgain` asks for it:
 * a menu without numbers reads as one where nothing waits.
 */
export function useWaiting({ allowed_calls, second_factor }: Me): {
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly countAgain: (() => void) | undefined
} {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void client.invalidateQueries({ queryKey: ['getWaiting'] })
      }),
    [client],
  )
  const { data, error, refetch } = useQuery({
    ...asked({ allowed_calls, second_factor }),
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })
  const countAgain = error && !data ? () => void refetch() : undefined
  return { counts: data?.counts, countAgain }
}

/** What the person may begin at this moment; nothing until the server has said so. */
export function useBegin(me: Me): readonly ApiName[] {
  return useQuery({ ...asked(me), refetchOnMount: 'always' }).data?.begin ?? []
}

function asked({ allowed_calls, second_factor }: Pick<Me, 'allowed_calls' | 'second_factor'>) {
  const enabled = allowed_calls.includes('getWaiting') && !second_factor.missing
  return { ...query('getWaiting', {}), enabled }
}
