import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import { type ContractEntry, type ContractView, entryOf } from './contract-entry.ts'
import { differences, EntryDifferences } from './entry-differences.tsx'
import type { EntryOf, KeptEntry, Seen } from './use-kept-entry.ts'

/** What somebody else, or this person elsewhere, typed or put of a draft since it was seen. */
type Other = {
  readonly entry: ContractEntry
  readonly saved: 'typed' | 'put'
  readonly at: string | undefined
  readonly by_name: string
  readonly mine: boolean
}

/** The newest that the server has of the draft, asked for now, and which of it was not seen; undefined until it is known. */
function useOthers({ id, contractorSub }: EntryOf, seen: Seen) {
  const [begun] = useState(seen)
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
  return {
    at: {
      terms: put?.terms_version ?? 0,
      // Unless what is typed here arrived since that was asked for.
      typed: seen.typed > begun.typed ? seen.typed : (typed?.version ?? 0),
    },
    others: [
      ...(typed && typed.version > seen.typed ? [typedBy(typed)] : []),
      ...(put && put.terms_version > seen.terms ? [putBy(put)] : []),
    ],
  }
}

function typedBy({ entry, saved_at: at, saved_by_name: by_name, mine }: KeptEntry): Other {
  return { entry, saved: 'typed', at, by_name, mine }
}

function putBy(put: ContractView): Other {
  const { at, by_name = '', mine = false } = put.terms_changed ?? { at: undefined }
  return { entry: entryOf(put), saved: 'put', at, by_name, mine }
}

function OtherWords({ of: { saved, mine, by_name, at } }: { of: Other }) {
  const t = useTranslations('contracts.form.kept')
  if (!at || !(mine || by_name)) return t('somebody')
  const whose = mine ? 'elsewhere' : 'colleague'
  return t(saved === 'put' ? `${whose}Put` : whose, { name: by_name, at: atTime(at) })
}

/**
 * Asks which of the versions of a draft stays, once somebody else, or this person elsewhere, typed or put another one, and says what differs: nothing is asked
 * where nothing does.
 */
export function OtherVersion({
  of,
  seen,
  form,
  before,
  onStays,
  onTheirs,
  onMine,
}: {
  of: EntryOf
  seen: () => Seen
  form: UseFormReturn<ContractEntry>
  /** Is waited for before what is typed here is given up; `onStays` hears that it could not be. */
  before: () => Promise<void>
  onStays: () => void
  onTheirs: () => void
  /** Hears what is the newest, 0 where there is none any more. */
  onMine: (newest: Seen) => void
}) {
  const t = useTranslations('contracts.form.kept')
  const found = useOthers(of, seen())
  // Drawn anew as something is typed.
  useWatch({ control: form.control })
  const mine = form.getValues()
  const others = found?.others.filter(({ entry }) => differences(entry, mine).length > 0) ?? []
  const isSame = found !== undefined && found.others.length > 0 && others.length === 0
  useEffect(() => {
    if (found && isSame) onMine(found.at)
  })
  const discard = useCall('discardContractDraft', { onProblem: isGone })
  if (!found || isSame) return null
  const giveUp = async () => {
    await before()
    const { typed } = seen()
    // What was typed here waits on the server as well, under its own version; what a colleague typed since stays, and is shown.
    const isKept = typed > 0 && found.others.every(({ saved }) => saved === 'put')
    const query = { seen: String(typed) }
    try {
      if (isKept) await discard.mutateAsync({ params: { id: of.id }, query })
    } catch (thrown) {
      if (!isGone(asApiProblem(thrown))) return onStays()
    }
    onTheirs()
  }
  return (
    <div className="stack g8">
      {others.length === 0 && <Say kind="unusual">{t('gone')}</Say>}
      {others.map(other => (
        <div key={other.saved} className="stack g8">
          <Say kind="unusual">
            <OtherWords of={other} />
          </Say>
          <EntryDifferences saved={other.entry} here={mine} />
        </div>
      ))}
      <span className="row g8 wrap">
        {others.length > 0 && (
          <Button variant="secondary" onClick={() => void giveUp()}>
            {t('theirs')}
          </Button>
        )}
        <Button variant="secondary" onClick={() => onMine(found.at)}>
          {t(others.length > 0 ? 'mine' : 'anew')}
        </Button>
      </span>
    </div>
  )
}

/** Whether what was to be discarded is there no more, or is a later version that nobody here saw. */
function isGone({ code }: { readonly code: string }): boolean {
  return code === 'NOT_FOUND' || code === 'CONTRACT_CHANGED'
}
