import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FACTORS } from '#web/identity/second-factor.ts'
import type { Method } from '#web/kernel/session.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProveIt } from './prove-it.tsx'

/** The second step of a log-in, in place of the form. `known` are the methods where the first step named them. */
export function SecondStep({
  known,
  onProven,
  onBack,
}: {
  known: readonly Method[] | undefined
  onProven: () => void
  onBack: () => void
}) {
  const t = useTranslations('identity.secondStep')
  const factors = useQuery({ ...FACTORS, enabled: !known })
  const methods = known ?? factors.data?.methods
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      <div className="stack g12 mt24">
        {methods && <ProveIt methods={methods} start onProven={onProven} />}
        {factors.isLoading && <LoadingBlock height={160} />}
        {factors.error && (
          <LoadProblem problem={factors.error} onRetry={() => void factors.refetch()} />
        )}
        <Button variant="quiet" size="lg" full onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </>
  )
}
