import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput, Me } from '#web/kernel/types.ts'

/** The signed-in person. Only below the shell, where the gate has asked for them. */
export function useMe(): Me {
  return useSuspenseQuery(query('getMe', {})).data
}

/** What this installation offers; undefined until it is known. */
export function useAppConfig(): ClientOutput<'getAppConfig'> | undefined {
  return useQuery(query('getAppConfig', {})).data
}

/** Today by the server's clock, which the demo can move; undefined until it is known. */
export function useToday(): string | undefined {
  return useAppConfig()?.today
}
