import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { LoadProblem } from '#web/kernel/loaded.tsx'
import { useMay, useToday } from '#web/kernel/me.ts'
import { useGo, useParam, useSearchParam } from '#web/kernel/navigation.tsx'
import { usePaging } from '#web/kernel/paging.ts'
import { useNarrow } from '#web/kernel/use-narrow.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useContractorActions } from './parts/contractor-actions.ts'
import { ContractorCards, ContractorsTable } from './parts/contractors-table.tsx'
import { daysLeft, invitationLabel } from './parts/invitation-chip.tsx'
import { RemoveDialog } from './parts/remove-dialog.tsx'
import {
  CONTRACTORS_PER_PAGE,
  type ContractorRow,
  contractorsQuery,
  type InvitationStatus,
} from './queries.ts'

const InviteDialog = lazy(() =>
  import('./parts/invite-dialog.tsx').then(part => ({ default: part.InviteDialog })),
)

const STATUSES: readonly InvitationStatus[] = ['ACCEPTED', 'INVITED', 'REJECTED', 'OFFBOARDED']
const SEARCH_AFTER_MS = 300

/** The contractors of the employer: filter, search, invite. The page mode `invite` opens the dialog, a status filters. */
export function EmployerContractorsPage() {
  const go = useGo()
  const mode = useParam('pageMode')
  const [asked, setStatus] = useSearchParam('status')
  const [search, setSearch] = useSearchParam('search')
  const status = STATUSES.find(one => one === (asked || mode).toUpperCase())
  const paging = usePaging(`${status} ${search}`)
  const list = useQuery(
    contractorsQuery({
      ...(status ? { status } : {}),
      ...(search ? { search } : {}),
      ...(paging.cursor ? { cursor: paging.cursor } : {}),
    }),
  )
  const { data } = list
  const total = STATUSES.reduce((sum, one) => sum + (data?.counts[one] ?? 0), 0)
  const filter = (value: InvitationStatus | 'ALL') => {
    if (mode !== '') go('/employer/contractors')
    setStatus(value === 'ALL' ? '' : value)
  }
  const nobody = data !== undefined && total === 0
  const mayInvite = useMay()('inviteContractor')
  const onInvite = mayInvite ? () => go('/employer/contractors/invite') : undefined
  return (
    <Page>
      <Head data={data} total={total} onInvite={onInvite} />
      {nobody ? (
        <EmptyState
          title="No contractors yet"
          actions={onInvite && <Button onClick={onInvite}>Invite contractor</Button>}
        >
          Invite the first one by e-mail. They sign up, you agree on a contract, and pay begins.
        </EmptyState>
      ) : (
        <div className="toolbar">
          <SearchBox value={search} onChange={setSearch} />
          <Segmented
            label="Filter by status"
            value={status ?? 'ALL'}
            onChange={filter}
            segments={[
              { value: 'ALL', label: 'All', count: total },
              ...STATUSES.map(value => ({
                value,
                label: invitationLabel(value),
                count: data?.counts[value] ?? 0,
              })),
            ]}
          />
        </div>
      )}
      {list.isError && <LoadProblem problem={list.error} onRetry={() => void list.refetch()} />}
      {!list.isError && !nobody && (
        <List
          rows={data?.items}
          busy={list.isPlaceholderData}
          filtered={search !== '' || !!status}
        />
      )}
      {data && (paging.previous || data.next_cursor) && (
        <Pager
          onPrevious={paging.previous}
          onNext={paging.next(data.next_cursor)}
          loading={list.isPlaceholderData}
        >
          From {paging.before * CONTRACTORS_PER_PAGE + 1}
        </Pager>
      )}
      {mode === 'invite' && mayInvite && (
        <Suspense>
          <InviteDialog onClose={() => go('/employer/contractors')} />
        </Suspense>
      )}
    </Page>
  )
}

function Head({
  data,
  total,
  onInvite,
}: {
  data: { items: readonly ContractorRow[]; countries: number } | undefined
  total: number
  onInvite: (() => void) | undefined
}) {
  const today = useToday()
  const invite = onInvite && <Invite onInvite={onInvite} />
  if (!data) return <PageHead title="Contractors" actions={invite} />
  const review = data.items.filter(
    row => row.status === 'ACCEPTED' && row.verification_status === 'PENDING_REVIEW',
  ).length
  const ending = data.items.filter(
    row => today !== undefined && row.status === 'INVITED' && daysLeft(row, today) <= 7,
  ).length
  const said = [
    review > 0 && `${review} in review`,
    ending > 0 && `${ending} ${ending === 1 ? 'invitation ends' : 'invitations end'} within a week`,
  ].filter(Boolean)
  const people = `${total} ${total === 1 ? 'contractor' : 'contractors'}`
  const where =
    data.countries > 0
      ? ` in ${data.countries} ${data.countries === 1 ? 'country' : 'countries'}`
      : ''
  return (
    <PageHead
      title={total === 0 ? 'Contractors' : people + where}
      lead={said.length > 0 ? `${said.join(', ')}.` : undefined}
      actions={invite}
    />
  )
}

function Invite({ onInvite }: { onInvite: () => void }) {
  return (
    <Button icon="plus" onClick={onInvite}>
      Invite contractor
    </Button>
  )
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className="find">
      <TextInput
        type="search"
        size="md"
        icon="search"
        aria-label="Search by name, email or role"
        placeholder="Name, email or role"
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </div>
  )
}

function List({
  rows,
  busy,
  filtered,
}: {
  rows: readonly ContractorRow[] | undefined
  busy: boolean
  filtered: boolean
}) {
  const narrow = useNarrow()
  const maySelect = useMay()('resendInvitation')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [leaving, setLeaving] = useState<readonly ContractorRow[]>([])
  const actions = useContractorActions(() => {
    setChosen(new Set())
    setLeaving([])
  })
  const selected = (rows ?? []).filter(row => chosen.has(row.invitation_uuid))
  const all = (action: 'resend' | 'delete') =>
    selected.every(row => row.allowed_actions.includes(action))
  if (rows?.length === 0 && filtered)
    return <EmptyState title="Nobody matches">Change the search or the filter.</EmptyState>
  const onResend = (row: ContractorRow) => void actions.resend([row])
  const onRemove = (row: ContractorRow) => setLeaving([row])
  const remove = (
    <RemoveDialog
      rows={leaving}
      loading={actions.busy}
      onConfirm={() => void actions.remove(leaving)}
      onClose={() => setLeaving([])}
    />
  )
  if (narrow && rows)
    return (
      <>
        <ContractorCards rows={rows} onResend={onResend} onRemove={onRemove} />
        {remove}
      </>
    )
  return (
    <>
      <ContractorsTable
        rows={rows}
        busy={busy}
        selected={chosen}
        onSelect={(row, on) => {
          const next = new Set(chosen)
          if (on) next.add(row.invitation_uuid)
          else next.delete(row.invitation_uuid)
          setChosen(next)
        }}
        onResend={onResend}
        onRemove={onRemove}
        selection={
          maySelect
            ? {
                count: selected.length,
                total: rows?.length ?? 0,
                onAll: on => setChosen(new Set(on ? rows?.map(row => row.invitation_uuid) : [])),
                actions: (
                  <>
                    {all('resend') && (
                      <Button
                        variant="secondary"
                        size="sm"
                        icon="mail"
                        loading={actions.busy}
                        onClick={() => void actions.resend(selected)}
                      >
                        Resend invitation
                      </Button>
                    )}
                    {all('delete') && (
                      <Button variant="danger" size="sm" onClick={() => setLeaving(selected)}>
                        Delete invitation
                      </Button>
                    )}
                  </>
                ),
              }
            : undefined
        }
      />
      {remove}
    </>
  )
}
