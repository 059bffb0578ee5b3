import { useTranslations } from 'use-intl'
import { atTime } from '#web/parts/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { BatchView } from './batch-words.tsx'

/** Who said yes to a batch and who sent it in, and to what exactly. */
export function BatchApprovals({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch.approvals')
  const { approvals, progress, by_machine, digest } = batch
  const done = progress.paying + progress.settled
  const of = done + progress.waiting + progress.joining
  return (
    <Card
      title={t('title')}
      note={
        <StatusChip tone={of > 0 && done === of ? 'ok' : 'hollow'}>
          {t('count', { done, of })}
        </StatusChip>
      }
    >
      <ul className="yes-list">
        {approvals.length === 0 && <li className="meta t2">{t('none')}</li>}
        {approvals.map(({ name, is_me, at, rows }) => (
          <li key={`${name} ${at}`}>
            <Avatar name={name} />
            <div className="grow">
              <div className="w5">{is_me ? t('you') : <bdi>{name}</bdi>}</div>
              <div className="meta t3">{t('approved', { rows, at: atTime(at) })}</div>
            </div>
          </li>
        ))}
        <li>
          {by_machine ? (
            <span className="sign">
              <Icon name="key" size={18} />
            </span>
          ) : (
            <Avatar name={batch.submitted_by_name} />
          )}
          <div className="grow">
            <div className="w5">
              <bdi>{batch.submitted_by_name}</bdi>
            </div>
            <div className="meta t3">
              {t(by_machine ? 'sentByApi' : 'sent', { at: atTime(batch.submitted_at) })}
            </div>
          </div>
        </li>
      </ul>
      <div className="foot">
        <span className="meta t3">
          {t('seal', { digest: `${digest.slice(0, 4)} ${digest.slice(4, 8)}` })}
        </span>
      </div>
    </Card>
  )
}
