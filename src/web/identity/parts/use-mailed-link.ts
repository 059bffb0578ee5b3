import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { askMailedLink } from '#web/kernel/session.ts'

/** Whether the provider takes a mailed link, asked before its page asks anything; `dead` with its reason where it does not. */
export function useMailedLink(
  kind: Parameters<typeof askMailedLink>[0],
  token: string,
): { readonly pending: boolean; readonly problem: ApiProblem | undefined } {
  const asked = useQuery({
    queryKey: ['mailed-link', kind, token],
    queryFn: () => askMailedLink(kind, token),
    enabled: token !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return {
    pending: token !== '' && asked.isPending,
    problem: asked.error ? asApiProblem(asked.error) : undefined,
  }
}
