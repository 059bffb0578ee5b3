import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useCall } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import { type ContractEntry, type ContractView, entryOf } from './contract-entry.ts'
import { EntryDifferences } from './entry-differences.tsx'
import type { EntryOf, KeptEntry } from './use-kept-entry.ts'

type Seen = { readonly terms: number; readonly typed: number }

/** What somebody else, or this person elsewhere, saved of a draft since it was seen; undefined once none is there any more. */
type Other = {
  readonly entry: ContractEntry
  readonly saved: 'typed' | 'put'
  readonly at: string | undefined
  readonly by_name: string
  readonly mine: boolean
}

/** The newest that the server has of the draft, asked for now, and which of it was not seen. */
function useOther({ id, contractorSub }: EntryOf, seen: Seen) {
  const newest = { refetchOnMount: 'always' } as const
  const drafts = useQuery({
    ...query('listContractDrafts', { params: { id: contractorSub } }),
    ...newest,
  })
  const contract = useQuery({ ...query('getContract', { params: { id } }), ...newest })
  const isThere = drafts.data && drafts.isFetchedAfterMount && contract.isFetchedAfterMount
  if (!isThere) return undefined
  const typed = drafts.data.find(draft => draft.contract_uuid === id)
  const put = contract.data
  const at = { terms: put?.terms_version ?? 0, typed: typed?.version ?? 0 }
  return { at, other: otherOf(typed, put, at, seen) }
}

function otherOf(
  typed: KeptEntry | undefined,
  put: ContractView | undefined,
  at: Seen,
  seen: Seen,
): Other | undefined {
  if (typed && at.typed !== seen.typed)
    return {
      entry: typed.entry,
      saved: 'typed',
      at: typed.saved_at,
      by_name: typed.saved_by_name,
      mine: typed.mine,
    }
  if (!put || at.terms === seen.terms) return undefined
  const { terms_changed: changed } = put
  return {
    entry: entryOf(put),
    saved: 'put',
    at: changed?.at,
    by_name: changed?.by_name ?? '',
    mine: changed?.mine ?? false,
  }
}

function OtherWords({ of: { saved, mine, by_name, at } }: { of: Other }) {
  const t = useTranslations('contracts.form.kept')
  if (!at || !(mine || by_name)) return t('somebody')
  const whose = mine ? 'elsewhere' : 'colleague'
  return t(saved === 'put' ? `${whose}Put` : whose, { name: by_name, at: atTime(at) })
}

/** Asks which of two versions stays, once somebody else, or this person elsewhere, saved another one; says what differs. */
export function OtherVersion({
  of,
  seen,
  mine,
  before,
  onTheirs,
  onMine,
}: {
  of: EntryOf
  seen: Seen
  /** What the form holds. */
  mine: ContractEntry
  /** Is waited for before what is typed here is given up. */
  before: () => Promise<void>
  onTheirs: () => void
  /** Hears what is the newest, 0 where there is none any more. */
  onMine: (newest: Seen) => void
}) {
  const t = useTranslations('contracts.form.kept')
  const found = useOther(of, seen)
  const discard = useCall('discardContractDraft', { onProblem: () => true })
  if (!found) return null
  const { at, other } = found
  const giveUp = async () => {
    await before()
    // What was typed here waits on the server as well, under its own version.
    if (other?.saved === 'put' && at.typed > 0)
      await discard.mutateAsync({ params: { id: of.id } }).catch(() => undefined)
    onTheirs()
  }
  return (
    <div className="stack g8">
      <Say kind="unusual">{other ? <OtherWords of={other} /> : t('gone')}</Say>
      {other && <EntryDifferences saved={other.entry} here={mine} />}
      <span className="row g8 wrap">
        {other && (
          <Button variant="secondary" onClick={() => void giveUp()}>
            {t('theirs')}
          </Button>
        )}
        <Button variant="secondary" onClick={() => onMine(at)}>
          {t(other ? 'mine' : 'anew')}
        </Button>
      </span>
    </div>
  )
}
