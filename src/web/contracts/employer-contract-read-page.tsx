import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { UnpaidPeriodCard } from '#web/payroll/shared.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { AgreementCard } from './parts/agreement-card.tsx'
import type { ContractView } from './parts/contract-entry.ts'
import { ContractToRead } from './parts/contract-to-read.tsx'
import { ContractStatusChip, DeclineReason, EndReason } from './parts/contract-words.tsx'
import { EmployerSignCard } from './parts/employer-sign-card.tsx'
import { CompleteButton, DiscardButton } from './parts/end-contract.tsx'
import { InTheWay } from './parts/in-the-way.tsx'
import { usePayRows } from './parts/pay-terms.tsx'
import { ShareButton } from './parts/share-dialog.tsx'
import { TypedSince } from './parts/typed-since.tsx'
import { ViewersCard } from './parts/viewers-card.tsx'

/** One contract: its text, who signed, and what may be done with it now. */
export function EmployerContractReadPage() {
  const t = useTranslations('contracts.read')
  const id = useParam('contractId')
  const contract = useQuery(query('getContract', { params: { id } }))
  return (
    <Page>
      {contract.data && <Contract contract={contract.data} />}
      {contract.isPending && <LoadingBlock height={560} />}
      {contract.isError && (
        <>
          <PageHead title={t('title')} />
          <LoadProblem problem={contract.error} onRetry={() => void contract.refetch()} />
        </>
      )}
    </Page>
  )
}

function Contract({ contract }: { contract: ContractView }) {
  const t = useTranslations('contracts.read')
  const contractor = encodeURIComponent(useParam('contractorId'))
  const may = new Set(contract.allowed_actions)
  const base = `/employer/contractors/${contractor}`
  const digest = contract.pdf_sha256
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('crumb'), href: '/employer/contractors' },
          { label: contract.contractor_name, href: `${base}/profile/read` },
          { label: contract.role },
        ]}
        title={t.rich('of', {
          role: contract.role,
          name: () => <bdi>{contract.contractor_name}</bdi>,
        })}
        lead={
          <>
            <ContractStatusChip of={contract} />
            {t(sentenceOf(contract), {
              name: contract.contractor_name,
              revision: contract.revision,
              date: contract.contract_end_date ? formatDate(contract.contract_end_date) : '',
            })}
          </>
        }
        actions={
          <>
            {may.has('discard') && <DiscardButton contract={contract} />}
            {may.has('complete') && <CompleteButton contract={contract} />}
            {may.has('share') && <ShareButton contract={contract} />}
            {may.has('edit') && (
              <LinkButton
                variant="secondary"
                icon="edit"
                href={`${base}/contract/${contract.contract_uuid}`}
              >
                {t('edit')}
              </LinkButton>
            )}
          </>
        }
      />
      <DeclineReason of={contract} />
      <EndReason of={contract} />
      {contract.status === 'DRAFT' && (
        <TypedSince contract={contract} href={`${base}/contract/${contract.contract_uuid}`} />
      )}
      {digest ? (
        <QueryView
          of={query('getContractText', { params: { id: contract.contract_uuid } })}
          skeleton={<CardSkeleton height={560} />}
        >
          {pages => (
            <>
              <InTheWay of={contract} blocked={pages.blocked?.reason} />
              <ContractToRead
                contract={contract}
                pages={pages}
                file="getContractPdf"
                aside={
                  <>
                    <AgreementCard contract={contract} />
                    <ViewersCard contract={contract} />
                    <UnpaidPeriodCard contract_uuid={contract.contract_uuid} />
                  </>
                }
              >
                {reading =>
                  may.has('approve') && (
                    <EmployerSignCard
                      key={digest}
                      contract={contract}
                      digest={digest}
                      reading={reading}
                    />
                  )
                }
              </ContractToRead>
            </>
          )}
        </QueryView>
      ) : (
        <div className="aside-grid">
          <Card pad>
            <NoPdf contract={contract} mayMake={may.has('approve')} />
          </Card>
          <div className="stack g20">
            <Card title={t('terms.title')} pad>
              <Terms contract={contract} />
            </Card>
            <ViewersCard contract={contract} />
          </div>
        </div>
      )}
    </>
  )
}

function sentenceOf({ kind, status, pdf_sha256, contract_end_date }: ContractView) {
  if (kind === 'OUTSIDE') {
    if (status === 'AWAITING_SIGNATURE') return 'outside.waits'
    return status === 'ACTIVE' ? 'outside.active' : 'outside.over'
  }
  switch (status) {
    case 'DRAFT':
      return pdf_sha256 ? 'states.draft' : 'states.noPdf'
    case 'AWAITING_SIGNATURE':
      return 'states.waits'
    case 'ACTIVE':
      return 'states.active'
    case 'COMPLETED':
      return contract_end_date ? 'states.ended' : 'states.over'
    default:
      return 'states.over'
  }
}

function NoPdf({ contract, mayMake }: { contract: ContractView; mayMake: boolean }) {
  const t = useTranslations('contracts.read')
  const make = useCall('makeContractPdf', { refresh: ['getContract'] })
  return (
    <EmptyState
      title={t('noPdf.title')}
      plain
      actions={
        mayMake && (
          <Button
            loading={make.isPending}
            onClick={() => make.mutate({ params: { id: contract.contract_uuid } })}
          >
            {t('noPdf.make')}
          </Button>
        )
      }
    >
      {t('noPdf.text')}
    </EmptyState>
  )
}

function Terms({ contract }: { contract: ContractView }) {
  const t = useTranslations('contracts.read')
  const { contract_end_date: end } = contract
  return (
    <DefinitionRows
      rows={[
        ...usePayRows(contract),
        { id: 'start', term: t('terms.starts'), value: formatDate(contract.contract_start_date) },
        { id: 'end', term: t('terms.ends'), value: end ? formatDate(end) : t('terms.open') },
        { id: 'effective', term: t('terms.effective'), value: formatDate(contract.effective_date) },
        { id: 'revision', term: t('terms.revision'), value: contract.revision },
      ]}
    />
  )
}
