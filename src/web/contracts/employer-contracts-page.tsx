import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { personName } from '#domain/kernel/names.ts'
import { formatDate, isPlainDate } from '#domain/kernel/plain-date.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { minorOf } from '#web/parts/money.tsx'
import { atTime } from '#web/parts/times.ts'
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
import { ContractStatusChip, DeclineReason } from './parts/contract-words.tsx'
import type { KeptEntry } from './parts/use-kept-entry.ts'

/** The contracts with one contractor, newest first. */
export function EmployerContractsPage() {
  const t = useTranslations('contracts.with')
  const id = useParam('contractorId')
  const go = useGo()
  const contractor = useQuery(query('getContractor', { params: { id } }))
  const { data } = contractor
  const cramped = useNarrow(CRAMPED)
  const drafts = useQuery({
    ...query('listContractDrafts', { params: { id } }),
    refetchOnMount: 'always',
  })
  const contracts = data && drafts.data && listedOf(data, drafts.data)
  const failed = !contracts && (contractor.error ?? drafts.error) !== null
  const base = `/employer/contractors/${encodeURIComponent(id)}`
  const readOf = (one: Listed) => `${base}/contract/${one.contract_uuid}${one.typed ? '' : '/read'}`
  const name = data ? personName(data, data.contractor_email) : ''
  // With the list, as the title: on a phone they take a line more, and what stood below would move.
  const create = contracts && data?.allowed_actions.includes('draft_contract') && (
    <LinkButton icon="plus" href={`${base}/contract/new`}>
      {t('new')}
    </LinkButton>
  )
  return (
    <Page>
      <PageHead
        crumbs={[
          { label: t('crumb'), href: '/employer/contractors' },
          { label: data && name, href: `${base}/profile/read` },
          { label: t('title') },
        ]}
        title={contracts ? t('with', { name }) : t('title')}
        actions={contracts && contracts.length > 0 && create}
      />
      {!contracts && <Awaited of={[contractor, drafts]} />}
      {contracts?.length === 0 && (
        <EmptyState title={t('empty.title')} actions={create}>
          {t('empty.text')}
        </EmptyState>
      )}
      {(!contracts || contracts.length > 0) &&
        !failed &&
        (cramped && contracts ? (
          <ul className="card clip rows first">
            {contracts.map(one => (
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
            {contracts ? (
              contracts.map(one => (
                <Row key={one.contract_uuid} onOpen={() => go(readOf(one))}>
                  <td>
                    <Named contract={one} href={readOf(one)} />
                  </td>
                  <td>{one.pay_policy_label}</td>
                  <td className="r nowrap">
                    <HourlyRate of={one} />
                  </td>
                  <td>{startOf(one)}</td>
                  <td>
                    <ContractStatusChip of={one.put ? chipOf(one.put) : one} />
                    {one.put && <DeclineReason of={chipOf(one.put)} />}
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

type Contractor = ClientOutput<'getContractor'>

/** A row: a contract, or what was typed of one that is none yet. */
type Listed = {
  readonly contract_uuid: string
  readonly role: string
  readonly kind: ContractView['kind']
  readonly status: ContractView['status']
  readonly pay_policy_label: string
  readonly contract_start_date: string
} & (
  | { readonly put: Contractor['contracts'][number]; readonly typed?: undefined }
  | { readonly put?: undefined; readonly typed: KeptEntry }
)

function listedOf({ contracts }: Contractor, drafts: readonly KeptEntry[]): Listed[] {
  const put = new Set(contracts.map(one => one.contract_uuid))
  return [
    ...drafts
      .filter(({ contract_uuid }) => !put.has(contract_uuid))
      .map(typed => ({
        contract_uuid: typed.contract_uuid,
        role: typed.entry.role,
        kind: 'CORRIDOR' as const,
        status: 'DRAFT' as const,
        pay_policy_label: '',
        contract_start_date: typed.entry.contract_start_date,
        typed,
      })),
    ...contracts.map(one => ({ ...one, status: one.status as ContractView['status'], put: one })),
  ]
}

function chipOf(put: Contractor['contracts'][number]) {
  return { ...put, status: put.status as ContractView['status'] }
}

function startOf({ contract_start_date: start }: Listed): string {
  return isPlainDate(start) ? formatDate(start) : ''
}

function Named({ contract: { role, put, typed }, href }: { contract: Listed; href: string }) {
  const t = useTranslations('contracts.with')
  return (
    <>
      <Link href={href}>{role || t('draft.noRole')}</Link>
      <div className="meta t3">
        {put
          ? t('revision', { revision: put.revision })
          : t('draft.saved', { name: typed.saved_by_name, at: atTime(typed.saved_at) })}
      </div>
    </>
  )
}

function HourlyRate({ of: { put, typed } }: { of: Listed }) {
  const t = useTranslations('contracts.with')
  if (!put) {
    const { hourly_rate, currency } = typed.entry
    const minor = currency ? minorOf(hourly_rate, currency) : undefined
    return minor ? (
      <Amount minor={minor} currency={currency} exponent={exponentOf(currency)} />
    ) : (
      <span className="t3">{t('draft.open')}</span>
    )
  }
  const { paid, hourly_rate_minor: minor, currency, scheduled_hours } = put
  if (!paid || minor === 0) return <span className="t3">{t(paid ? 'draft.open' : 'unpaid')}</span>
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
          <Named contract={contract} href={href} />
        </div>
        <ContractStatusChip of={contract.put ? chipOf(contract.put) : contract} />
      </div>
      {contract.put && <DeclineReason of={chipOf(contract.put)} />}
      <DefinitionRows
        rows={[
          { id: 'rate', term: t('columns.rate'), value: <HourlyRate of={contract} /> },
          { id: 'policy', term: t('columns.policy'), value: contract.pay_policy_label },
          { id: 'from', term: t('columns.from'), value: startOf(contract) },
        ].filter(({ value }) => value !== '')}
      />
    </li>
  )
}
