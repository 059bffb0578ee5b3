import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { fetchFile } from '#web/parts/download.ts'
import { FileView } from '#web/parts/file-view.tsx'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { atTime } from '#web/parts/times.ts'
import { UnpaidPeriodCard } from '#web/payroll/shared.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import type { ContractView } from './parts/contract-form.tsx'
import { ContractStatusChip } from './parts/contract-words.tsx'
import { EmployerSignCard } from './parts/employer-sign-card.tsx'
import { CompleteButton, DiscardButton } from './parts/end-contract.tsx'
import { payRows } from './parts/pay-terms.tsx'

/** One contract: its PDF, its terms, who signed, and what may be done with it now. */
export function EmployerContractReadPage() {
  const id = useParam('contractId')
  const contract = useQuery(query('getContract', { params: { id } }))
  return (
    <Page>
      {contract.data && <Contract contract={contract.data} />}
      {contract.isPending && <LoadingBlock height={560} />}
      {contract.isError && (
        <>
          <PageHead title="Contract" />
          <LoadProblem problem={contract.error} onRetry={() => void contract.refetch()} />
        </>
      )}
    </Page>
  )
}

function Contract({ contract }: { contract: ContractView }) {
  const contractor = encodeURIComponent(useParam('contractorId'))
  const may = new Set(contract.allowed_actions)
  const base = `/employer/contractors/${contractor}`
  const digest = contract.pdf_sha256
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Contractors', href: '/employer/contractors' },
          { label: contract.contractor_name, href: `${base}/profile/read` },
          { label: contract.role },
        ]}
        title={
          <>
            {contract.role}, <bdi>{contract.contractor_name}</bdi>
          </>
        }
        lead={
          <>
            <ContractStatusChip status={contract.status} />
            {sentence(contract)}
          </>
        }
        actions={
          <>
            {may.has('discard') && <DiscardButton contract={contract} />}
            {may.has('complete') && <CompleteButton contract={contract} />}
            {may.has('edit') && (
              <LinkButton
                variant="secondary"
                icon="edit"
                href={`${base}/contract/${contract.contract_uuid}`}
              >
                Edit
              </LinkButton>
            )}
          </>
        }
      />
      <div className="aside-grid">
        <Card pad>
          {digest ? (
            <FileView
              id={['contract', contract.contract_uuid, digest]}
              title={`Contract of ${contract.contractor_name}`}
              height={720}
              load={() => fetchFile('getContractPdf', { params: { id: contract.contract_uuid } })}
            />
          ) : (
            <NoPdf contract={contract} mayMake={may.has('approve')} />
          )}
        </Card>
        <div className="stack g20">
          {may.has('approve') && digest && (
            <EmployerSignCard key={digest} contract={contract} digest={digest} />
          )}
          <UnpaidPeriodCard contract_uuid={contract.contract_uuid} />
          <Card title="Terms" pad>
            <Terms contract={contract} />
          </Card>
          <Card title="Signatures">
            <Signatures contract={contract} />
          </Card>
        </div>
      </div>
    </>
  )
}

function sentence({ status, contractor_name, pdf_sha256, revision }: ContractView): string {
  switch (status) {
    case 'DRAFT':
      return pdf_sha256 ? 'Read it, then sign. Nobody else sees it yet.' : 'It has no PDF yet.'
    case 'AWAITING_SIGNATURE':
      return `You signed. ${contractor_name} signs next.`
    case 'ACTIVE':
      return `Both signed. It earns pay. Revision ${revision}.`
    default:
      return `Revision ${revision}.`
  }
}

function NoPdf({ contract, mayMake }: { contract: ContractView; mayMake: boolean }) {
  const make = useCall('makeContractPdf', { refresh: ['getContract'] })
  return (
    <EmptyState
      title="No PDF yet"
      plain
      actions={
        mayMake && (
          <Button
            loading={make.isPending}
            onClick={() => make.mutate({ params: { id: contract.contract_uuid } })}
          >
            Make the PDF
          </Button>
        )
      }
    >
      Signatures are for the exact document that is read.
    </EmptyState>
  )
}

function Terms({ contract }: { contract: ContractView }) {
  const { contract_end_date: end } = contract
  return (
    <DefinitionRows
      rows={[
        ...payRows(contract),
        { id: 'start', term: 'Starts', value: formatDate(contract.contract_start_date) },
        { id: 'end', term: 'Ends', value: end ? formatDate(end) : 'Open' },
        { id: 'effective', term: 'Effective', value: formatDate(contract.effective_date) },
        { id: 'revision', term: 'Revision', value: contract.revision },
      ]}
    />
  )
}

function Signatures({ contract }: { contract: ContractView }) {
  const of = (party: 'employer' | 'contractor') =>
    contract.signatures.find(signature => signature.party === party)
  const step = (party: 'employer' | 'contractor', waiting: string) => {
    const signed = of(party)
    return {
      id: party,
      title: signed ? signed.name : waiting,
      sub: signed && (
        <>
          {[signed.title, atTime(signed.signed_at)].filter(Boolean).join(', ')}
          <br />
          {signed.email}
        </>
      ),
      state: signed ? ('done' as const) : ('todo' as const),
    }
  }
  return (
    <Timeline
      label="Signatures"
      steps={[
        step('employer', contract.employer_name),
        step('contractor', contract.contractor_name),
      ]}
    />
  )
}
