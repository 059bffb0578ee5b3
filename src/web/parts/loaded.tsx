import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import {
  type ApiProblem,
  asApiProblem,
  isApiProblem,
  UNKNOWN_FAILURE,
  wordsOf,
} from '#web/kernel/api-problem.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'

/** Says that something could not be loaded, in the server's words below `failed` or that there is no network, with a way to try again; of what is not there, with a way on. */
export function LoadProblem({
  problem,
  failed,
  onRetry,
}: {
  problem: unknown
  failed?: string | undefined
  onRetry: () => void
}) {
  const t = useTranslations('parts.loaded')
  const { isOnline, headline, beneath } = useLoadProblem(problem, failed)
  const isGone = isOnline && isApiProblem(problem) && problem.status === 404
  return (
    <div role="alert">
      <EmptyState
        sign={signOf(isOnline, isGone)}
        title={headline}
        actions={
          isGone ? (
            <LinkButton variant="secondary" href="/dashboard">
              {t('home')}
            </LinkButton>
          ) : (
            <Button variant="secondary" onClick={onRetry}>
              {t('again')}
            </Button>
          )
        }
      >
        {beneath}
      </EmptyState>
    </div>
  )
}

/** What is said of a part that could not be loaded: the server's words below `failed`, or that there is no network. Nobody is helped by hearing alone that it is not known what happened. */
export function useLoadProblem(problem: unknown, failed: string | undefined) {
  const t = useTranslations('parts.loaded')
  const isOnline = useOnline()
  if (!isOnline) return { isOnline, headline: t('offline'), beneath: t('offlineText') }
  const unknown = asApiProblem(problem).detail === UNKNOWN_FAILURE
  const { headline, beneath = t('failed') } = unknown
    ? { headline: failed ?? t('unknown'), beneath: `${UNKNOWN_FAILURE}. ${t('unknownText')}` }
    : wordsOf(problem, failed)
  return { isOnline, headline, beneath }
}

function signOf(isOnline: boolean, isGone: boolean) {
  if (!isOnline) return 'offline'
  return isGone ? 'gone' : 'failed'
}

/** Of what is shown only where there is any: nothing while it loads, and that it failed, which must not read as if there were none. */
export function NotLoaded({
  of: { error, refetch },
}: {
  of: { readonly error: unknown; refetch(): unknown }
}) {
  return error ? <LoadProblem problem={error} onRetry={() => void refetch()} /> : null
}

/** In place of what is loading, of its height: a card with lines, or one bar where it is low. */
export function LoadingBlock({ height = 240 }: { height?: number }) {
  const t = useTranslations('parts.loaded')
  return (
    <div role="status" aria-label={t('loading')}>
      {height < 100 ? <Skeleton height={height} /> : <CardSkeleton height={height} />}
    </div>
  )
}

/** Runs a query and draws its answer; meanwhile `fallback`, and a failure with a way to try again. */
export function Loaded<T>({
  query,
  fallback = <LoadingBlock />,
  children,
}: {
  query: UseQueryOptions<T, ApiProblem, T, QueryKey>
  fallback?: ReactNode
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  return error ? <NotLoaded of={{ error, refetch }} /> : fallback
}
