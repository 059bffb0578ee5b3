import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { personName } from '#domain/kernel/names.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { CRAMPED, useNarrow } from '#web/ui/use-narrow.ts'
import type { ContractView } from './parts/contract-entry.ts'
import { ContractStatusChip } from './parts/contract-words.tsx'

/** The contracts with one contractor, newest first. */
export function EmployerContractsPage() {
  const t = useTranslations('contracts.with')
  const id = useParam('contractorId')
  const go = useGo()
  const contractor = useQuery(query('getContractor', { params: { id } }))
  const { data } = contractor
  const cramped = useNarrow(CRAMPED)
  const base = `/employer/contractors/${encodeURIComponent(id)}`
  const readOf = (one: Listed) => `${base}/contract/${one.contract_uuid}/read`
  const name = data ? personName(data, data.contractor_email) : ''
  const create = data?.allowed_actions.includes('draft_contract') && (
    <LinkButton icon="plus" href={`${base}/contract/new`}>
      {t('new')}
    </LinkButton>
  )
  return (
    <Page>
      <PageHead
        crumbs={[
          { label: t('crumb'), href: '/employer/contractors' },
          ...(data ? [{ label: name, href: `${base}/profile/read` }] : []),
          { label: t('title') },
        ]}
        title={data ? t('with', { name }) : t('title')}
        actions={create}
      />
      {contractor.error && (
        <LoadProblem problem={contractor.error} onRetry={() => void contractor.refetch()} />
      )}
      {data?.contracts.length === 0 && (
        <EmptyState title={t('empty.title')} actions={create}>
          {t('empty.text')}
        </EmptyState>
      )}
      {(contractor.isPending || (data && data.contracts.length > 0)) &&
        (cramped && data ? (
          <ul className="card clip rows first">
            {data.contracts.map(one => (
              <ContractCard key={one.contract_uuid} contract={one} href={readOf(one)} />
            ))}
          </ul>
        ) : (
          <TableCard
            label={t('title')}
            columns={5}
            minWidth={760}
            head={
              <>
                <Th>{t('columns.role')}</Th>
                <Th>{t('columns.policy')}</Th>
                <Th end>{t('columns.rate')}</Th>
                <Th>{t('columns.from')}</Th>
                <Th>{t('columns.status')}</Th>
              </>
            }
          >
            {data ? (
              data.contracts.map(one => (
                <Row key={one.contract_uuid} onOpen={() => go(readOf(one))}>
                  <td>
                    <Link href={readOf(one)}>{one.role}</Link>
                    <div className="meta t3">{t('revision', { revision: one.revision })}</div>
                  </td>
                  <td>{one.pay_policy_label}</td>
                  <td className="r nowrap">
                    <HourlyRate of={one} />
                  </td>
                  <td>{formatDate(one.contract_start_date)}</td>
                  <td>
                    <ContractStatusChip status={one.status as ContractView['status']} />
                  </td>
                </Row>
              ))
            ) : (
              <SkeletonRows columns={5} rows={2} />
            )}
          </TableCard>
        ))}
    </Page>
  )
}

type Listed = ClientOutput<'getContractor'>['contracts'][number]

function HourlyRate({ of }: { of: Listed }) {
  const t = useTranslations('contracts.with')
  const { hourly_rate_minor: minor, currency, scheduled_hours } = of
  return (
    <>
      <Amount minor={minor} currency={currency} exponent={exponentOf(currency)} />
      <div className="meta t3">{t('hours', { hours: scheduled_hours.toFixed(2) })}</div>
    </>
  )
}

/** A row of the table where it has no room: every figure of it, one under another. */
function ContractCard({ contract, href }: { contract: Listed; href: string }) {
  const t = useTranslations('contracts.with')
  return (
    <li className="stack g8">
      <div className="row g12">
        <div className="grow">
          <Link href={href}>{contract.role}</Link>
          <div className="meta t3">{t('revision', { revision: contract.revision })}</div>
        </div>
        <ContractStatusChip status={contract.status as ContractView['status']} />
      </div>
      <DefinitionRows
        rows={[
          { id: 'rate', term: t('columns.rate'), value: <HourlyRate of={contract} /> },
          { id: 'policy', term: t('columns.policy'), value: contract.pay_policy_label },
          {
            id: 'from',
            term: t('columns.from'),
            value: formatDate(contract.contract_start_date),
          },
        ]}
      />
    </li>
  )
}
