import { useTranslations } from 'use-intl'
import { Say } from '#web/ui/say.tsx'
import { useReason } from '../shared.tsx'
import type { Refusal } from './use-execute.ts'

/** What an execution refused, by reason and how often; nothing when it refused nothing. */
export function RefusedList({ refused }: { refused: readonly Refusal[] }) {
  const t = useTranslations('payments.refused')
  const reasonOf = useReason()
  const reasons = Map.groupBy(refused, ({ blockers: [first] }) =>
    first ? reasonOf(first) : t('unsaid'),
  )
  if (refused.length === 0) return null
  return (
    <ul className="stack g8" role="alert">
      {[...reasons].map(([reason, group]) => (
        <li key={reason}>
          <Say kind="blocked" word={t('word', { count: group.length })}>
            <bdi>{reason}</bdi>
          </Say>
        </li>
      ))}
    </ul>
  )
}
