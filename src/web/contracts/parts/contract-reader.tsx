import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { AgreementCard } from './agreement-card.tsx'
import type { Pages } from './contract-pages.tsx'
import { ContractToRead } from './contract-to-read.tsx'
import { type Contract, ContractStatusChip, DeclineReason, EndReason } from './contract-words.tsx'
import { InTheWay } from './in-the-way.tsx'
import { SignCard } from './sign-card.tsx'
import { ViewersCard } from './viewers-card.tsx'

/** One contract: its terms, its exhibit and its clauses, the file that they are of, who signed it, and signing it where that is allowed. */
export function ContractReader({ contract }: { contract: Contract }) {
  return (
    <QueryView
      of={query('getContractText', { params: { id: contract.contract_uuid } })}
      skeleton={
        <>
          <Head contract={contract} />
          <CardSkeleton height={480} />
        </>
      }
    >
      {pages => (
        <>
          <Head contract={contract} pages={pages} />
          <DeclineReason of={contract} />
          <EndReason of={contract} />
          <InTheWay of={contract} blocked={pages.blocked?.reason} />
          <ContractToRead
            contract={contract}
            pages={pages}
            file="getContractorContractPdf"
            aside={
              <>
                <AgreementCard contract={contract} />
                <ViewersCard contract={contract} />
              </>
            }
          >
            {reading =>
              contract.allowed_actions.includes('sign') && (
                <SignCard
                  key={contract.pdf_sha256}
                  contract={contract}
                  blocked={pages.blocked?.reason}
                  reading={reading}
                />
              )
            }
          </ContractToRead>
        </>
      )}
    </QueryView>
  )
}

function Head({ contract, pages }: { contract: Contract; pages?: Pages }) {
  const t = useTranslations('contracts.reader')
  const { hourly_rate, revision, employer_name: employer, kind } = contract
  const signing = contract.allowed_actions.includes('sign')
  const ended = contract.status === 'COMPLETED' && contract.contract_end_date
  const crumbs = [{ label: t('crumb'), href: '/contractor/contracts' }, { label: contract.role }]
  if (signing && kind === 'OUTSIDE')
    return (
      <PageHead
        crumbs={crumbs}
        title={t.rich('confirmFor', {
          role: () => <bdi>{contract.role}</bdi>,
          employer: () => <bdi>{employer}</bdi>,
        })}
        lead={
          <span>
            {t('outside', { employer })}{' '}
            {pages?.sign_by && t('signBy', { time: atTime(pages.sign_by) })}
          </span>
        }
      />
    )
  if (!signing || !hourly_rate)
    return (
      <PageHead
        crumbs={crumbs}
        title={t.rich(signing ? 'signFor' : 'for', {
          role: () => <bdi>{contract.role}</bdi>,
          employer: () => <bdi>{employer}</bdi>,
        })}
        lead={
          <>
            <ContractStatusChip of={contract} />
            <span>
              {ended
                ? t('ended', { date: formatDate(ended), revision })
                : t('revision', { revision })}
            </span>
          </>
        }
      />
    )
  return (
    <PageHead
      crumbs={crumbs}
      title={t.rich('offer', {
        rate: () => <MoneyAmount of={hourly_rate} />,
        date: formatDate(contract.effective_date),
      })}
      lead={
        <span>
          {t('with', { revision, employer })}{' '}
          {pages?.sign_by && t('signBy', { time: atTime(pages.sign_by) })}{' '}
          {pages?.since && t('until', { revision: pages.since.revision })}
        </span>
      }
    />
  )
}
