import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { ContractReader } from './parts/contract-reader.tsx'
import {
  type Contract,
  ContractStatusChip,
  DeclineReason,
  EndReason,
  useHolds,
} from './parts/contract-words.tsx'
import { Rate } from './parts/pay-terms.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

/** The contractor's contracts, those to sign first. One that is opened stands in the address. */
export function ContractorContractsPage() {
  const t = useTranslations('contracts.list')
  const { get, set } = useAddress()
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('listContractorContracts', {})}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={240} />
          </>
        }
      >
        {contracts => {
          const open = contracts.find(one => one.contract_uuid === get('contract'))
          return open ? (
            <ContractReader key={open.contract_uuid} contract={open} />
          ) : (
            <ContractList
              contracts={contracts}
              onOpen={one => set({ contract: one.contract_uuid })}
            />
          )
        }}
      </QueryView>
    </Page>
  )
}

function ContractList({
  contracts,
  onOpen,
}: {
  contracts: readonly Contract[]
  onOpen: (contract: Contract) => void
}) {
  const t = useTranslations('contracts.list')
  const toSign = contracts.filter(one => one.allowed_actions.includes('sign')).length
  // As the menu counts them: what names somebody as they are called no more is made anew, or declined.
  const waits = contracts.filter(one => one.status === 'AWAITING_SIGNATURE').length
  const active = contracts.filter(useHolds()).length
  const said = waits > 0 ? t('waits', { count: waits }) : t('active', { count: active })
  return (
    <>
      <PageHead title={toSign > 0 ? t('toSign', { count: toSign }) : said} lead={t('lead')} />
      {contracts.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <ul className="card clip rows first">
          {contracts.map(contract => (
            <ContractRow
              key={contract.contract_uuid}
              contract={contract}
              onOpen={() => onOpen(contract)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function ContractRow({ contract, onOpen }: { contract: Contract; onOpen: () => void }) {
  const t = useTranslations('contracts.list')
  const sign = contract.allowed_actions.includes('sign')
  const outside = contract.kind === 'OUTSIDE'
  const end = contract.contract_end_date
  return (
    <li className="row g16 wrap">
      <div className="grow" style={{ flexBasis: 220 }}>
        <Identity
          name={contract.employer_name}
          square
          second={t.rich('role', {
            role: () => <bdi>{contract.role}</bdi>,
            revision: contract.revision,
          })}
        />
      </div>
      <div style={{ flexBasis: 200 }}>
        <div>
          {contract.paid ? (
            t.rich('anHour', {
              rate: () => <Rate contract={contract} />,
              quiet: chunks => <span className="t2">{chunks}</span>,
            })
          ) : (
            <Rate contract={contract} />
          )}
        </div>
        <div className="meta t3">
          {t(end ? 'term' : 'openEnd', {
            start: formatDate(contract.contract_start_date),
            end: end ? formatDate(end) : '',
          })}
        </div>
      </div>
      <div className="row between g12 grow" style={{ flexBasis: 220 }}>
        <div>
          <ContractStatusChip of={contract} />
          <DeclineReason of={contract} />
          <EndReason of={contract} />
        </div>
        <Button
          size="sm"
          variant={sign ? 'primary' : 'secondary'}
          aria-label={t(sign ? (outside ? 'confirmOf' : 'signOf') : 'readOf', {
            employer: contract.employer_name,
            revision: contract.revision,
          })}
          onClick={onOpen}
        >
          {t(sign ? (outside ? 'confirm' : 'sign') : 'read')}
        </Button>
      </div>
    </li>
  )
}
