import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { fetchFile } from '#web/parts/download.tsx'
import { FileView } from '#web/parts/file-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { type Contract, ContractStatusChip } from './contract-words.tsx'
import { usePayRows } from './pay-terms.tsx'
import { SignCard } from './sign-card.tsx'

/** One contract: its exact document, its terms, who signed it, and signing it where that is allowed. */
export function ContractReader({ contract }: { contract: Contract }) {
  const t = useTranslations('contracts.reader')
  const signing = contract.allowed_actions.includes('sign')
  const { pdf_sha256: digest } = contract
  return (
    <>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/contractor/contracts' }, { label: contract.role }]}
        title={t.rich(signing ? 'signFor' : 'for', {
          role: () => <bdi>{contract.role}</bdi>,
          employer: () => <bdi>{contract.employer_name}</bdi>,
        })}
        lead={
          <>
            <ContractStatusChip status={contract.status} />
            <span>{t('revision', { revision: contract.revision })}</span>
          </>
        }
      />
      <div className="aside-grid">
        <Card title={t('title')} pad note={digest && <Digest digest={digest} />}>
          <FileView
            id={['contract', contract.contract_uuid, digest ?? contract.status]}
            title={t('pdf', { employer: contract.employer_name })}
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
  const t = useTranslations('contracts.reader')
  return (
    <span title={t('sha', { digest })}>
      {t.rich('fingerprint', {
        digest: () => (
          <span className="mono">
            {digest.slice(0, 4)} {digest.slice(4, 8)}
          </span>
        ),
      })}
    </span>
  )
}

function Terms({ contract }: { contract: Contract }) {
  const t = useTranslations('contracts.reader')
  const end = contract.contract_end_date
  return (
    <Card title={t('terms.title')} pad>
      <DefinitionRows
        rows={[
          ...usePayRows(contract),
          { id: 'from', term: t('terms.from'), value: formatDate(contract.effective_date) },
          { id: 'start', term: t('terms.starts'), value: formatDate(contract.contract_start_date) },
          { id: 'end', term: t('terms.ends'), value: end ? formatDate(end) : t('terms.open') },
        ]}
      />
    </Card>
  )
}

function Signatures({ contract }: { contract: Contract }) {
  const t = useTranslations('contracts.reader')
  return (
    <Card title={t('signatures')} pad>
      <ul className="stack g8">
        {contract.signatures.map(signature => (
          <li key={signature.party}>
            <Say kind="done">
              {t.rich(signature.title ? 'signedAs' : 'signed', {
                name: () => (
                  <b>
                    <bdi>{signature.name}</bdi>
                  </b>
                ),
                title: () => <bdi>{signature.title}</bdi>,
                at: atTime(signature.signed_at),
              })}
            </Say>
          </li>
        ))}
      </ul>
    </Card>
  )
}
