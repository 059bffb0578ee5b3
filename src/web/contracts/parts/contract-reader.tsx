import { formatDate } from '#domain/kernel/plain-date.ts'
import { fetchFile } from '#web/parts/download.ts'
import { FileView } from '#web/parts/file-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { type Contract, ContractStatusChip } from './contract-words.tsx'
import { payRows } from './pay-terms.tsx'
import { SignCard } from './sign-card.tsx'

/** One contract: its exact document, its terms, who signed it, and signing it where that is allowed. */
export function ContractReader({ contract }: { contract: Contract }) {
  const signing = contract.allowed_actions.includes('sign')
  const { pdf_sha256: digest } = contract
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Contracts', href: '/contractor/contracts' }, { label: contract.role }]}
        title={
          <>
            {signing ? 'Read and sign: ' : ''}
            <bdi>{contract.role}</bdi> for <bdi>{contract.employer_name}</bdi>
          </>
        }
        lead={
          <>
            <ContractStatusChip status={contract.status} />
            <span>Revision {contract.revision}</span>
          </>
        }
      />
      <div className="aside-grid">
        <Card title="The contract" pad note={digest && <Digest digest={digest} />}>
          <FileView
            id={['contract', contract.contract_uuid, digest ?? contract.status]}
            title={`Contract with ${contract.employer_name}`}
            height={720}
            load={() =>
              fetchFile('getContractorContractPdf', { params: { id: contract.contract_uuid } })
            }
          />
        </Card>
        <div className="stack g20">
          {signing && <SignCard key={digest} contract={contract} />}
          <Terms contract={contract} />
          {contract.signatures.length > 0 && <Signatures contract={contract} />}
        </div>
      </div>
    </>
  )
}

/** The start of the document's digest; the whole of it is in the title, to compare. */
function Digest({ digest }: { digest: string }) {
  return (
    <span title={`SHA-256 ${digest}`}>
      Fingerprint{' '}
      <span className="mono">
        {digest.slice(0, 4)} {digest.slice(4, 8)}
      </span>
    </span>
  )
}

function Terms({ contract }: { contract: Contract }) {
  const end = contract.contract_end_date
  return (
    <Card title="Terms" pad>
      <DefinitionRows
        rows={[
          ...payRows(contract),
          { id: 'from', term: 'In effect from', value: formatDate(contract.effective_date) },
          { id: 'start', term: 'Starts', value: formatDate(contract.contract_start_date) },
          { id: 'end', term: 'Ends', value: end ? formatDate(end) : 'Open end' },
        ]}
      />
    </Card>
  )
}

function Signatures({ contract }: { contract: Contract }) {
  return (
    <Card title="Signatures" pad>
      <ul className="stack g8">
        {contract.signatures.map(signature => (
          <li key={signature.party}>
            <Say kind="done">
              <b>
                <bdi>{signature.name}</bdi>
              </b>
              {signature.title && (
                <>
                  , <bdi>{signature.title}</bdi>
                </>
              )}
              , {atTime(signature.signed_at)}
            </Say>
          </li>
        ))}
      </ul>
    </Card>
  )
}
