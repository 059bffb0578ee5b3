import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '#web/kernel/queries.ts'
import type { ApiName, Me } from '#web/kernel/types.ts'

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
  return useQuery(asked({ allowed_calls, second_factor })).data?.counts
}

/** What the person may begin at this moment; nothing until the server has said so. */
export function useBegin(me: Me): readonly ApiName[] {
  return useQuery({ ...asked(me), refetchOnMount: 'always' }).data?.begin ?? []
}

function asked({ allowed_calls, second_factor }: Pick<Me, 'allowed_calls' | 'second_factor'>) {
  const enabled = allowed_calls.includes('getWaiting') && !second_factor.missing
  return { ...query('getWaiting', {}), enabled }
}
