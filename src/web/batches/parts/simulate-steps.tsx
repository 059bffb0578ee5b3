import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { BatchView } from './batch-words.tsx'

/** What people and banks would do next to a batch of the sandbox, each as a step that is taken at a press. */
export function SimulateSteps({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch.simulate')
  const take = useCall('simulatePaymentBatch', {
    refresh: ['getPaymentBatch', 'listPaymentBatches', 'listPaymentBatchRows'],
  })
  const { batch_uuid, simulates } = batch
  const taken = take.isPending ? take.variables?.body.step : undefined
  return (
    <Card title={t('title')} pad>
      <p className="meta t2">{t(simulates.length > 0 ? 'lead' : 'over')}</p>
      {simulates.length > 0 && (
        <div className="row g8 wrap mt8">
          {simulates.map((step, at) => (
            <Button
              key={step}
              size="sm"
              variant={at === 0 ? 'primary' : 'secondary'}
              loading={taken === step}
              disabled={take.isPending && taken !== step}
              onClick={() => take.mutate({ params: { batch_uuid }, body: { step } })}
            >
              {t(`steps.${step}`)}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
