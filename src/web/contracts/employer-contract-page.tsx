import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useMay, useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { entryOf } from './parts/contract-entry.ts'
import { ContractForm } from './parts/contract-form.tsx'

/** The terms of a new contract or of a draft; what is no draft any more is only read. */
export function EmployerContractPage() {
  const id = useParam('contractId')
  return <Page>{id === '' ? <NewContract /> : <Draft key={id} id={id} />}</Page>
}

function useOnwards(contractId: string) {
  const go = useGo()
  const contractor = encodeURIComponent(useParam('contractorId'))
  const make = useCall('makeContractPdf', { refresh: ['getContract', 'getContractor'] })
  return async (pdf: boolean) => {
    if (pdf) await make.mutateAsync({ params: { id: contractId } })
    go(`/employer/contractors/${contractor}/contract/${contractId}/read`)
  }
}

function NewContract() {
  const t = useTranslations('contracts.draft')
  const contractorId = useParam('contractorId')
  const today = useToday()
  const may = useMay()
  const [id] = useState(newUuid)
  const onwards = useOnwards(id)
  const contractor = useQuery(query('getContractor', { params: { id: contractorId } }))
  const employer = useQuery(query('getEmployer', {}))
  const { data } = contractor
  const head = (
    <PageHead
      crumbs={[
        { label: t('crumbs.contractors'), href: '/employer/contractors' },
        {
          label: data ? personName(data, data.contractor_email) : '…',
          href: `/employer/contractors/${encodeURIComponent(contractorId)}/profile/read`,
        },
        { label: t('new.title') },
      ]}
      title={t('new.title')}
      lead={t('new.lead')}
    />
  )
  if (!may('putContract'))
    return (
      <>
        {head}
        <NotForRole />
      </>
    )
  if (contractor.error)
    return (
      <>
        {head}
        <LoadProblem problem={contractor.error} onRetry={() => void contractor.refetch()} />
      </>
    )
  if (!data || !employer.data || today === undefined)
    return (
      <>
        {head}
        <LoadingBlock height={480} />
      </>
    )
  if (!data.contractor_sub || !data.allowed_actions.includes('draft_contract'))
    return (
      <>
        {head}
        <EmptyState title={t('new.notYet.title')}>{t('new.notYet.text')}</EmptyState>
      </>
    )
  if (employer.data.approved_payroll_policies.length === 0)
    return (
      <>
        {head}
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
      </>
    )
  return (
    <>
      {head}
      <ContractForm
        id={id}
        contractorSub={data.contractor_sub}
        onSaved={onwards}
        initial={{
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
          country_clauses: '',
        }}
      />
    </>
  )
}

function Draft({ id }: { id: string }) {
  const t = useTranslations('contracts.draft')
  const contractorId = useParam('contractorId')
  const contract = useQuery(query('getContract', { params: { id } }))
  const mayWrite = useMay()('putContract')
  const onwards = useOnwards(id)
  const { data } = contract
  const read = `/employer/contractors/${encodeURIComponent(contractorId)}/contract/${id}/read`
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('crumbs.contractors'), href: '/employer/contractors' },
          ...(data ? [{ label: data.contractor_name, href: read }] : []),
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
          id={id}
          contractorSub={data.contractor_sub}
          initial={entryOf(data)}
          onSaved={onwards}
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
