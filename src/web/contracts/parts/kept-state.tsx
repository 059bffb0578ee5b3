import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import type { Keeping } from '#web/parts/entry-saver.ts'
import { atTime, hourText } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import type { EntryOf, KeptEntry } from './use-kept-entry.ts'

/** Says calmly where what is typed is by now. */
export function KeptState({ of }: { of: Keeping }) {
  const t = useTranslations('contracts.form.kept')
  const said = {
    nothing: () => '',
    changed: () => '',
    saving: () => t('saving'),
    offline: () => t('offline'),
    saved: () =>
      of.kind === 'saved' ? t('saved', { at: of.now ? hourText(of.at) : atTime(of.at) }) : '',
    refused: () => (of.kind === 'refused' ? t('refused', { why: of.why }) : ''),
  }[of.kind]()
  return (
    <p className="meta t3" role="status">
      {said}
    </p>
  )
}

/** Asks which of two versions stays, once somebody else, or this person elsewhere, saved another one. */
export function OtherVersion({
  of: { id, contractorSub },
  onTheirs,
  onMine,
}: {
  of: EntryOf
  onTheirs: () => void
  /** Hears the version that was seen; 0 where there is none any more. */
  onMine: (version: number) => void
}) {
  const t = useTranslations('contracts.form.kept')
  const drafts = useQuery({
    ...query('listContractDrafts', { params: { id: contractorSub } }),
    refetchOnMount: 'always',
  })
  if (!drafts.data || !drafts.isFetchedAfterMount) return null
  const theirs: KeptEntry | undefined = drafts.data.find(draft => draft.contract_uuid === id)
  return (
    <Say
      kind="unusual"
      to={
        <span className="row g8 wrap">
          {theirs && (
            <Button variant="text" size="sm" onClick={onTheirs}>
              {t('theirs')}
            </Button>
          )}
          <Button variant="text" size="sm" onClick={() => onMine(theirs?.version ?? 0)}>
            {t(theirs ? 'mine' : 'anew')}
          </Button>
        </span>
      }
    >
      {theirs
        ? t(theirs.mine ? 'elsewhere' : 'colleague', {
            name: theirs.saved_by_name,
            at: atTime(theirs.saved_at),
          })
        : t('gone')}
    </Say>
  )
}
