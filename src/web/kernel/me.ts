import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/kernel/queries.ts'
import type { ApiName, ClientOutput, Me } from '#web/kernel/types.ts'

/** The signed-in person. Only below the shell, where the gate has asked for them. */
export function useMe(): Me {
  return useSuspenseQuery(query('getMe', {})).data
}

/** Whether the server lets the person make a call, by their type and role within the team. */
export function useMay(): (name: ApiName) => boolean {
  const { allowed_calls } = useMe()
  return name => allowed_calls.includes(name)
}

/** Why the server refuses a call for now that the person may make, and where the step is that comes first; undefined where it does not. */
export function useHeld(): (name: ApiName) => Me['held_calls'][number] | undefined {
  const { held_calls } = useMe()
  return name => held_calls.find(held => held.name === name)
}

/** What this installation offers; undefined until it is known. */
export function useAppConfig(): ClientOutput<'getAppConfig'> | undefined {
  return useQuery(query('getAppConfig', {})).data
}

/** Today by the server's clock, which the demo can move. What asks for it is drawn once it is known: the first answer of every page. */
export function useToday(): string {
  return useSuspenseQuery(query('getAppConfig', {})).data.today
}
