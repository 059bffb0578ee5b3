import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { Loaded } from '#web/parts/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * One answer of the server: `skeleton` while it loads, a way to try again when it fails, else `children` of it. `title`
 * names a page that has no heading of its own until the answer is there.
 */
export function QueryView<T>({
  of,
  title,
  skeleton,
  children,
}: {
  of: UseQueryOptions<T, ApiProblem, T, QueryKey>
  title?: string | undefined
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const t = useTranslations('parts.loaded')
  const { data } = useQuery(of)
  return (
    <>
      {title && data === undefined && <h1 className="sr">{title}</h1>}
      <Loaded
        query={of}
        fallback={
          <div aria-busy="true">
            <span className="sr" role="status">
              {t('loading')}
            </span>
            {skeleton}
          </div>
        }
      >
        {children}
      </Loaded>
    </>
  )
}

/** A stand-in of the head of a page: its title and its quiet line, at their heights. */
export function HeadSkeleton({ width = 380 }: { width?: number | undefined }) {
  return (
    <div className="page-head">
      <div>
        <Skeleton width={`min(${width}px, 90%)`} height={36} />
        <div className="mt8">
          <Skeleton width={`min(${Math.round(width * 0.7)}px, 70%)`} height={16} />
        </div>
      </div>
    </div>
  )
}
