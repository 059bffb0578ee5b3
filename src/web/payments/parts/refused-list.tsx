import { Say } from '#web/ui/say.tsx'
import type { Refusal } from './use-execute.ts'

/** What an execution refused, by reason and how often; nothing when it refused nothing. */
export function RefusedList({ refused }: { refused: readonly Refusal[] }) {
  const reasons = Map.groupBy(refused, ({ blockers }) => blockers[0]?.reason ?? 'It was refused.')
  if (refused.length === 0) return null
  return (
    <ul className="stack g8" role="alert">
      {[...reasons].map(([reason, group]) => (
        <li key={reason}>
          <Say kind="blocked" word={`${group.length} refused.`}>
            <bdi>{reason}</bdi>
          </Say>
        </li>
      ))}
    </ul>
  )
}
