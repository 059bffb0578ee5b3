import { formatDate } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { ContractReader } from './parts/contract-reader.tsx'
import { type Contract, ContractStatusChip } from './parts/contract-words.tsx'
import { Rate } from './parts/pay-terms.tsx'
import '#web/parts/parts.css'

/** The contractor's contracts, those to sign first. One that is opened stands in the address. */
export function ContractorContractsPage() {
  const { get, set } = useAddress()
  return (
    <Page>
      <QueryView
        title="Contracts"
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

function headline(contracts: readonly Contract[]): string {
  const toSign = contracts.filter(one => one.allowed_actions.includes('sign')).length
  if (toSign > 0) return `${toSign} ${toSign === 1 ? 'contract waits' : 'contracts wait'} for you`
  const active = contracts.filter(one => one.status === 'ACTIVE').length
  if (active > 0) return `${active} active ${active === 1 ? 'contract' : 'contracts'}`
  return 'Your contracts'
}

function ContractList({
  contracts,
  onOpen,
}: {
  contracts: readonly Contract[]
  onOpen: (contract: Contract) => void
}) {
  return (
    <>
      <PageHead
        title={headline(contracts)}
        lead="Only a contract that both have signed earns pay."
      />
      {contracts.length === 0 ? (
        <EmptyState title="No contracts yet">
          When an employer sends you one, you get a mail and read and sign it here.
        </EmptyState>
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
  const sign = contract.allowed_actions.includes('sign')
  const end = contract.contract_end_date
  return (
    <li className="row g16 wrap">
      <div className="grow" style={{ flexBasis: 220 }}>
        <Identity
          name={contract.employer_name}
          square
          second={
            <>
              <bdi>{contract.role}</bdi>, revision {contract.revision}
            </>
          }
        />
      </div>
      <div style={{ flexBasis: 200 }}>
        <div>
          <Rate contract={contract} /> {contract.paid && <span className="t2">an hour</span>}
        </div>
        <div className="meta t3">
          {formatDate(contract.contract_start_date)}
          {end ? ` – ${formatDate(end)}` : ', open end'}
        </div>
      </div>
      <ContractStatusChip status={contract.status} />
      <Button
        size="sm"
        variant={sign ? 'primary' : 'secondary'}
        aria-label={`${sign ? 'Read and sign' : 'Read'} the contract with ${contract.employer_name}, revision ${contract.revision}`}
        onClick={onOpen}
      >
        {sign ? 'Read and sign' : 'Read'}
      </Button>
    </li>
  )
}
