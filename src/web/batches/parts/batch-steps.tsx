import { useTranslations } from 'use-intl'
import { Card } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { BatchView } from './batch-words.tsx'

type Step = BatchView['steps'][number]

const SIGNS: Readonly<Record<Step['state'], IconName>> = {
  DONE: 'check',
  NOW: 'refresh',
  WAITS: 'clock',
  WRONG: 'warning',
  LATER: 'more',
}

/** The way of a batch in one strip: sent in, approved, funded, paid. */
export function BatchSteps({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch.steps')
  const short = batch.funds.filter(({ missing }) => missing.amount_in_smallest_unit > 0).length
  const said = ({ key, state, done, of }: Step) => {
    if (key === 'sent_in') return t('good', { of: batch.rows, left: batch.left_out })
    if (key === 'funded' && state === 'WAITS')
      return t('money', { there: batch.funds.length - short, of: batch.funds.length })
    if (key === 'approved' && state === 'LATER') return t('joining')
    return t('count', { done, of })
  }
  return (
    <Card>
      <ol className="batch-way" aria-label={t('label')}>
        {batch.steps.map(step => (
          <li key={step.key} className={step.state}>
            <span className="sign">
              <Icon name={SIGNS[step.state]} size={18} />
            </span>
            <div className="grow">
              <div className="w6">
                {t(step.key)}
                <span className="sr">, {t(`words.${step.state}`)}</span>
              </div>
              <div className="meta t2">{said(step)}</div>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
