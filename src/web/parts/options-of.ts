import type { UseQueryResult } from '@tanstack/react-query'

/** How the answer stands that a list to choose from is drawn of, as its field takes it: on its way, or what asks for it again where it did not come. */
export function optionsOf({
  data,
  error,
  isPending,
  refetch,
}: Pick<UseQueryResult, 'data' | 'error' | 'isPending' | 'refetch'>) {
  const missing = error && data === undefined ? () => void refetch() : undefined
  return { loading: isPending, missing }
}
