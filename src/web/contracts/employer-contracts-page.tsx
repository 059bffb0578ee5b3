import { useQuery } from '@tanstack/react-query'
import { exponentOf } from '#domain/kernel/currency.ts'
import { personName } from '#domain/kernel/names.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import type { ContractView } from './parts/contract-form.tsx'
import { ContractStatusChip } from './parts/contract-words.tsx'

/** The contracts with one contractor, newest first. */
export function EmployerContractsPage() {
  const id = useParam('contractorId')
  const go = useGo()
  const contractor = useQuery(query('getContractor', { params: { id } }))
  const { data } = contractor
  const base = `/employer/contractors/${encodeURIComponent(id)}`
  const name = data ? personName(data, data.contractor_email) : ''
  const create = data?.allowed_actions.includes('draft_contract') && (
    <LinkButton icon="plus" href={`${base}/contract/new`}>
      New contract
    </LinkButton>
  )
  return (
    <Page>
      <PageHead
        crumbs={[
          { label: 'Contractors', href: '/employer/contractors' },
          ...(data ? [{ label: name, href: `${base}/profile/read` }] : []),
          { label: 'Contracts' },
        ]}
        title={data ? `Contracts with ${name}` : 'Contracts'}
        actions={create}
      />
      {contractor.error && (
        <LoadProblem problem={contractor.error} onRetry={() => void contractor.refetch()} />
      )}
      {data?.contracts.length === 0 && (
        <EmptyState title="No contract yet" actions={create}>
          Only an active contract earns pay.
        </EmptyState>
      )}
      {(contractor.isPending || (data && data.contracts.length > 0)) && (
        <TableCard
          label="Contracts"
          columns={5}
          minWidth={760}
          head={
            <>
              <Th>Role</Th>
              <Th>Payroll policy</Th>
              <Th end>Rate</Th>
              <Th>From</Th>
              <Th>Status</Th>
            </>
          }
        >
          {data ? (
            data.contracts.map(one => {
              const read = `${base}/contract/${one.contract_uuid}/read`
              return (
                <Row key={one.contract_uuid} onOpen={() => go(read)}>
                  <td>
                    <Link href={read}>{one.role}</Link>
                    <div className="meta t3">Revision {one.revision}</div>
                  </td>
                  <td>{one.pay_policy_label}</td>
                  <td className="r nowrap">
                    <Amount
                      minor={one.hourly_rate_minor}
                      currency={one.currency}
                      exponent={exponentOf(one.currency)}
                    />
                    <div className="meta t3">× {one.scheduled_hours.toFixed(2)} h</div>
                  </td>
                  <td>{formatDate(one.contract_start_date)}</td>
                  <td>
                    <ContractStatusChip status={one.status as ContractView['status']} />
                  </td>
                </Row>
              )
            })
          ) : (
            <SkeletonRows columns={5} rows={2} />
          )}
        </TableCard>
      )}
    </Page>
  )
}
