import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useHeld, useMay } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { useParam } from '#web/kernel/route-param.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { ListTools } from '#web/parts/search-box.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useContractorActions } from './parts/contractor-actions.ts'
import { ContractorCards, ContractorsTable, isChoosable } from './parts/contractors-table.tsx'
import { RemoveDialog } from './parts/remove-dialog.tsx'
import { type ContractorRow, contractorsQuery, type InvitationStatus } from './queries.ts'

const InviteDialog = lazy(() =>
  import('./parts/invite-dialog.tsx').then(part => ({ default: part.InviteDialog })),
)

const STATUSES: readonly InvitationStatus[] = ['ACCEPTED', 'INVITED', 'REJECTED', 'OFFBOARDED']

// Few invite many.
const InviteMany = lazy(() =>
  import('./employer-invite-many.tsx').then(part => ({ default: part.InviteMany })),
)

const MODES: ReadonlySet<string> = new Set([
  '',
  'invite',
  ...STATUSES.map(one => one.toLowerCase()),
])

/** The contractors of the employer; the page mode `invite-many` is a page of its own, and one that is none leads to the list. */
export function EmployerContractorsPage() {
  const mode = useParam('pageMode')
  const go = useGo()
  const many = mode === 'invite-many'
  const may = useMay()('inviteMany')
  const held = useHeld()('inviteMany')
  const known = many || MODES.has(mode)
  useEffect(() => {
    if (!known) go('/employer/contractors', { replace: true })
  }, [known, go])
  if (!many || !may || held) return <ContractorsPage />
  return (
    <Suspense fallback={<InviteManyComes />}>
      <InviteMany />
    </Suspense>
  )
}

function InviteManyComes() {
  const t = useTranslations('people.inviteMany')
  return (
    <Page>
      <PageHead title={t('title')} lead={t('lead')} />
      <LoadingBlock height={320} />
    </Page>
  )
}

/** Filter, search, invite. The page mode `invite` opens the dialog, a status filters. */
function ContractorsPage() {
  const t = useTranslations('people.list')
  const go = useGo()
  const tStatus = useTranslations('people.status')
  const mode = useParam('pageMode')
  const { get, set } = useAddress()
  const search = get('search')
  const status = STATUSES.find(one => one === (get('status') || mode).toUpperCase())
  const paging = usePaging()
  const list = useQuery(
    contractorsQuery({
      ...(status ? { status } : {}),
      ...(search ? { search } : {}),
      ...paging.query,
    }),
  )
  const { data } = list
  const total = STATUSES.reduce((sum, one) => sum + (data?.counts[one] ?? 0), 0)
  const filter = (value: InvitationStatus | 'ALL') => {
    if (mode !== '') go('/employer/contractors')
    set({ status: value === 'ALL' ? undefined : value, cursor: undefined })
  }
  const nobody = data !== undefined && total === 0
  const mayInvite = useMay()('inviteContractor')
  const held = useHeld()('inviteContractor')
  return (
    <Page>
      <Head data={data} total={total} invite={mayInvite && !nobody && <Invite />} />
      {nobody ? (
        <EmptyState title={t('none')} actions={mayInvite && <Invite />}>
          {held?.reason ?? t('noneLead')}
        </EmptyState>
      ) : (
        <ListTools search={t('search')} placeholder={t('searchHint')}>
          <Segmented
            label={t('filter')}
            value={status ?? 'ALL'}
            onChange={filter}
            segments={[
              { value: 'ALL', label: t('all'), count: data && total },
              ...STATUSES.map(value => ({
                value,
                label: tStatus(value),
                // Unknown is no number.
                count: data && (data.counts[value] ?? 0),
              })),
            ]}
          />
        </ListTools>
      )}
      {list.isError && <LoadProblem problem={list.error} onRetry={() => void list.refetch()} />}
      {!list.isError && !nobody && (
        <List
          rows={data?.items}
          busy={list.isPlaceholderData}
          filtered={search !== '' || !!status}
        />
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('shown')}
          loading={list.isPlaceholderData}
        />
      )}
      {mode === 'invite' && mayInvite && !held && (
        <Suspense>
          <InviteDialog onClose={() => go('/employer/contractors', { replace: true })} />
        </Suspense>
      )}
    </Page>
  )
}

function Head({
  data,
  total,
  invite,
}: {
  data: { countries: number; ending: number } | undefined
  total: number
  invite: ReactNode
}) {
  const t = useTranslations('people.list')
  const held = useHeld()('inviteContractor')
  if (!data || held)
    return <PageHead title={t('title')} lead={held && total > 0 && held.reason} actions={invite} />
  const { countries, ending } = data
  const people =
    countries > 0 ? t('peopleIn', { count: total, countries }) : t('people', { count: total })
  const said = ending > 0 ? t('ending', { count: ending }) : undefined
  return <PageHead title={total === 0 ? t('title') : people} lead={said} actions={invite} />
}

/** The ways to invite; while a step comes first, the way to that step. */
function Invite() {
  const t = useTranslations('people.list')
  const go = useGo()
  const held = useHeld()('inviteContractor')
  if (held) return <LinkButton href={held.link}>{t('stepFirst')}</LinkButton>
  return (
    <>
      <LinkButton variant="secondary" href="/employer/contractors/invite-many">
        {t('inviteMany')}
      </LinkButton>
      <Button icon="plus" onClick={() => go('/employer/contractors/invite')}>
        {t('invite')}
      </Button>
    </>
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
  const t = useTranslations('people.list')
  const tActions = useTranslations('people.actions')
  const narrow = useNarrow()
  const maySelect = useMay()('resendInvitation')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [leaving, setLeaving] = useState<readonly ContractorRow[]>([])
  // Those to whom it was not done stay chosen, and are asked about again.
  const actions = useContractorActions(to => {
    setChosen(before => new Set([...before].filter(row => !to.has(row))))
    setLeaving(before => before.filter(row => !to.has(row.invitation_uuid)))
  })
  const choosable = (rows ?? []).filter(isChoosable)
  const selected = choosable.filter(row => chosen.has(row.invitation_uuid))
  const all = (action: 'resend' | 'delete') =>
    selected.every(row => row.allowed_actions.includes(action))
  if (rows?.length === 0 && filtered)
    return <EmptyState title={t('nobody')}>{t('nobodyLead')}</EmptyState>
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
                total: choosable.length,
                onAll: on =>
                  setChosen(new Set(on ? choosable.map(row => row.invitation_uuid) : [])),
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
                        {tActions('resend')}
                      </Button>
                    )}
                    {all('delete') && (
                      <Button variant="danger" size="sm" onClick={() => setLeaving(selected)}>
                        {tActions('delete')}
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
