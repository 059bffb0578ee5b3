import { useParams } from '@tanstack/react-router'

/** A parameter of the path, such as `contractorId`; empty where the route has none of that name. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
