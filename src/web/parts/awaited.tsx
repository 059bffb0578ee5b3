import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { LoadProblem, useLoadProblem } from './loaded.tsx'

/** An answer that is awaited, as `useQuery` gives it. */
export type Answer = Pick<UseQueryResult<unknown, ApiProblem>, 'data' | 'error' | 'refetch'>

/**
 * In place of what needs all of these answers: why one did not come, below `failed`, with a way to ask again for those that did not, else
 * `children` while they come. Without children it is a line beside what is shown only where there is any, which must not read as if there were none.
 */
export function Awaited({
  of,
  failed: headline,
  children,
}: {
  of: readonly Answer[]
  failed?: string | undefined
  children?: ReactNode
}) {
  const failed = of.filter(({ data, error }) => error && data === undefined)
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  const [first] = failed
  if (!first) return children
  const Said = children === undefined ? MissingPart : LoadProblem
  return <Said problem={first.error} failed={headline} onRetry={retry} />
}

/** That something could not be loaded, beside what is shown: a line and a way to try again, as what is to be done has. */
function MissingPart({ problem, failed, onRetry }: ComponentProps<typeof LoadProblem>) {
  const t = useTranslations('parts.loaded')
  const { isOnline, headline, beneath } = useLoadProblem(problem, failed)
  return (
    <div role="alert">
      <NextStep
        tone="warn"
        icon={<StepIcon name={isOnline ? 'warning' : 'offline'} />}
        title={headline}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {t('again')}
          </Button>
        }
      >
        {beneath}
      </NextStep>
    </div>
  )
}
