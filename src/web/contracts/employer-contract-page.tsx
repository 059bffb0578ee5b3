import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { clausesFor } from '#domain/contracts/country-clauses.ts'
import { personName } from '#domain/kernel/names.ts'
import { pathsWithDraft } from '#web/kernel/drafts.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useMay, useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { type ContractEntry, entryOf } from './parts/contract-entry.ts'
import { ContractForm } from './parts/contract-form.tsx'
import { FORM, type KeptEntry } from './parts/use-kept-entry.ts'

/** The terms of a new contract or of a draft; what is no draft any more is only read. */
export function EmployerContractPage() {
  const id = useParam('contractId')
  return <Page>{id === '' ? <Begin /> : <Editor key={id} id={id} />}</Page>
}

/** The contracts with the contractor, and what was typed of them as it is at this moment. */
function usePair() {
  const contractorId = useParam('contractorId')
  const contractor = useQuery(query('getContractor', { params: { id: contractorId } }))
  const drafts = useQuery({
    ...query('listContractDrafts', { params: { id: contractorId } }),
    refetchOnMount: 'always',
  })
  const kept = drafts.isFetchedAfterMount ? drafts.data : undefined
  const again = () => {
    for (const of of [contractor, drafts]) if (of.error) void of.refetch()
  }
  return { contractorId, contractor, kept, problem: contractor.error ?? drafts.error, again }
}

/** A new contract has its address before anything is typed, so that however often it is saved it is one. */
function Begin() {
  const go = useGo()
  const { contractorId, contractor, kept, problem, again } = usePair()
  const { data } = contractor
  const base = `/employer/contractors/${encodeURIComponent(contractorId)}/contract/`
  useEffect(() => {
    if (!data || !kept) return
    const known = new Set([...data.contracts, ...kept].map(one => one.contract_uuid))
    // What was typed here and never arrived is gone on with.
    const typed = pathsWithDraft(FORM)
      .filter(path => path.startsWith(base))
      .map(path => path.slice(base.length))
      .find(id => !known.has(id))
    go(`${base}${typed ?? newUuid()}`, { replace: true })
  }, [base, data, go, kept])
  return problem ? <NotLoaded problem={problem} onRetry={again} /> : <LoadingBlock height={480} />
}

function Editor({ id }: { id: string }) {
  const [round, setRound] = useState(0)
  const { contractor, kept, problem, again } = usePair()
  const client = useQueryClient()
  // They stand above the button on a phone, and it would move when they come.
  const clauses = useQuery(query('listCountryClauses', {}))
  const employer = useQuery(query('getEmployer', {}))
  if (problem) return <NotLoaded problem={problem} onRetry={again} />
  // Without the policies to choose from, or what is always written, it would be another form.
  if (!contractor.data || !kept || !clauses.data || !employer.data)
    return (
      <Awaited of={[clauses, employer]}>
        <LoadingBlock height={480} />
      </Awaited>
    )
  const of = {
    id,
    kept: kept.find(draft => draft.contract_uuid === id),
    onOther: () => {
      const stale = (['listContractDrafts', 'getContractor', 'getContract'] as const).map(name =>
        client.invalidateQueries({ queryKey: [name] }),
      )
      void Promise.all(stale).then(() => setRound(round + 1))
    },
  }
  const isPut = contractor.data.contracts.some(one => one.contract_uuid === id)
  return <Edited key={round} isPut={isPut} {...of} />
}

/** A form stays the one that it is while its first terms are put: what is typed into it meanwhile would go with it. */
function Edited({ isPut, ...of }: Editing & { isPut: boolean }) {
  const [wasPut] = useState(isPut)
  return wasPut ? <Draft {...of} /> : <NewContract {...of} />
}

function NotLoaded(of: { problem: unknown; onRetry: () => void }) {
  const t = useTranslations('contracts.draft')
  return (
    <>
      <PageHead
        crumbs={[{ label: t('crumbs.contractors'), href: '/employer/contractors' }]}
        title={t('new.title')}
      />
      <LoadProblem {...of} />
    </>
  )
}

type Editing = { id: string; kept: KeptEntry | undefined; onOther: () => void }

function useOnwards(contractId: string) {
  const go = useGo()
  const contractor = encodeURIComponent(useParam('contractorId'))
  const make = useCall('makeContractPdf', { refresh: ['getContract', 'getContractor'] })
  return async () => {
    await make.mutateAsync({ params: { id: contractId } })
    go(`/employer/contractors/${contractor}/contract/${contractId}/read`)
  }
}

function NewContract({ id, kept, onOther }: Editing) {
  const t = useTranslations('contracts.draft')
  const contractorId = useParam('contractorId')
  const today = useToday()
  const go = useGo()
  const may = useMay()
  const onPut = useOnwards(id)
  const { data } = useQuery(query('getContractor', { params: { id: contractorId } }))
  const employer = useQuery(query('getEmployer', {}))
  const base = `/employer/contractors/${encodeURIComponent(contractorId)}`
  const head = (
    <PageHead
      crumbs={[
        { label: t('crumbs.contractors'), href: '/employer/contractors' },
        {
          label: data && personName(data, data.contractor_email),
          href: `${base}/profile/read`,
        },
        { label: t('new.title') },
      ]}
      title={t('new.title')}
      lead={t('new.lead')}
    />
  )
  const obstacle = useObstacle(data, employer.data?.approved_payroll_policies.length)
  if (!may('putContract'))
    return (
      <>
        {head}
        <NotForRole />
      </>
    )
  if (obstacle || !data || !employer.data)
    return (
      <>
        {head}
        {obstacle ?? <LoadingBlock height={480} />}
      </>
    )
  const initial: ContractEntry = {
    role: data.role,
    pay_policy_uuid: employer.data.approved_payroll_policies[0]?.uuid ?? '',
    currency: data.contract?.currency ?? employer.data.currency,
    hourly_rate: '',
    scheduled_hours: '',
    contract_start_date: today,
    contract_end_date: '',
    effective_date: '',
    exhibit_a: '',
    exhibit_format: 'MARKDOWN',
    country_clauses: clausesFor(data.country_code),
  }
  return (
    <>
      {head}
      <ContractForm
        of={{ id, contractorSub: data.contractor_sub ?? '', kept, initial, termsVersion: 0 }}
        onPut={onPut}
        onGone={() => go(`${base}/contracts`)}
        onOther={onOther}
      />
    </>
  )
}

/** Why no contract can be made yet, once that is known. */
function useObstacle(
  contractor: { contractor_sub: string | null; allowed_actions: readonly string[] } | undefined,
  policies: number | undefined,
) {
  const t = useTranslations('contracts.draft')
  if (
    contractor &&
    !(contractor.contractor_sub && contractor.allowed_actions.includes('draft_contract'))
  )
    return <EmptyState title={t('new.notYet.title')}>{t('new.notYet.text')}</EmptyState>
  if (policies === 0)
    return (
      <EmptyState
        title={t('new.noPolicy.title')}
        actions={
          <LinkButton href="/employer/payroll-setup/addPayrollPolicy">
            {t('new.noPolicy.action')}
          </LinkButton>
        }
      >
        {t('new.noPolicy.text')}
      </EmptyState>
    )
  return undefined
}

function Draft({ id, kept, onOther }: Editing) {
  const t = useTranslations('contracts.draft')
  const contractorId = useParam('contractorId')
  const go = useGo()
  const contract = useQuery(query('getContract', { params: { id } }))
  const mayWrite = useMay()('putContract')
  const onPut = useOnwards(id)
  const { data } = contract
  const read = `/employer/contractors/${encodeURIComponent(contractorId)}/contract/${id}/read`
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('crumbs.contractors'), href: '/employer/contractors' },
          { label: data?.contractor_name, href: read },
          { label: t('crumbs.draft') },
        ]}
        title={data ? t('draft.of', { name: data.contractor_name }) : t('draft.title')}
      />
      {contract.error && (
        <LoadProblem problem={contract.error} onRetry={() => void contract.refetch()} />
      )}
      {contract.isPending && <LoadingBlock height={480} />}
      {data?.allowed_actions.includes('edit') && (
        <ContractForm
          of={{
            id,
            contractorSub: data.contractor_sub,
            kept,
            initial: entryOf(data),
            termsVersion: data.terms_version,
          }}
          onPut={onPut}
          onGone={() => go(read)}
          onOther={onOther}
        />
      )}
      {!mayWrite && <NotForRole />}
      {data && mayWrite && !data.allowed_actions.includes('edit') && (
        <EmptyState
          title={t('draft.over.title')}
          actions={<LinkButton href={read}>{t('draft.over.action')}</LinkButton>}
        >
          {t('draft.over.text')}
        </EmptyState>
      )}
    </>
  )
}
