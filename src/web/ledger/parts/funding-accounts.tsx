import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { printedReference } from '#domain/ledger/creditor-reference.ts'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Accounts = ClientOutput<'listFundingAccounts'>
type Account = Accounts['accounts'][number]
type Proposal = Accounts['proposals'][number]

const AccountDialog = lazy(() =>
  import('./funding-account-dialog.tsx').then(part => ({ default: part.FundingAccountDialog })),
)

/** The accounts into which employers pay, and what waits for a second admin. */
export function FundingAccounts() {
  const t = useTranslations('ledger.accounts')
  const [editing, setEditing] = useState<Account | 'new'>()
  const mayChange = useMay()('proposeFundingAccount')
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          mayChange && (
            <Button size="sm" variant="secondary" icon="plus" onClick={() => setEditing('new')}>
              {t('propose')}
            </Button>
          )
        }
      />
      <p className="meta t2 mb12">{t('lead')}</p>
      <QueryView of={query('listFundingAccounts', {})} skeleton={<CardSkeleton height={200} />}>
        {({ accounts, proposals }) => (
          <div className="stack g16">
            {proposals.map(proposal => (
              <ProposalCard key={proposal.account_uuid} proposal={proposal} />
            ))}
            {accounts.length === 0 ? (
              <Card pad>
                <p className="meta t2">{t('none')}</p>
              </Card>
            ) : (
              <ul className="card clip rows first">
                {accounts.map(account => (
                  <li key={account.account_uuid} className="row g12 between">
                    <span className="w6" style={{ flex: 'none', width: 32 }}>
                      {account.currency}
                    </span>
                    <Details account={account} />
                    {mayChange && (
                      <Button
                        size="sm"
                        variant="text"
                        aria-label={t('changeOf', { currency: account.currency })}
                        onClick={() => setEditing(account)}
                      >
                        {t('change')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryView>
      {editing && (
        <Suspense fallback={null}>
          <AccountDialog
            account={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function Details({ account }: { account: Account }) {
  const { iban, account_number, routing_number, swift_code } = account
  const numbers = [printedReference(iban), routing_number, account_number, swift_code].filter(
    text => text !== '',
  )
  return (
    <div className="grow">
      <div className="w5">
        <bdi>{account.account_name}</bdi>, <bdi>{account.bank_name}</bdi>
      </div>
      <div className="meta t3 mono">{numbers.join(' · ')}</div>
    </div>
  )
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('ledger.accounts')
  const confirm = useCall('confirmFundingAccount', {
    refresh: ['listFundingAccounts'],
    onSuccess: () => openAlert(t('confirmed'), { severity: 'success' }),
  })
  const withdraw = useCall('withdrawFundingAccount', { refresh: ['listFundingAccounts'] })
  const { currency, proposed_by, allowed_actions } = proposal
  const params = { params: { id: proposal.account_uuid } }
  const said = { name: proposed_by.name, at: atTime(proposal.proposed_at) }
  return (
    <Card title={t('waits')} note={currency} pad>
      <div className="row g16 between wrap">
        <Details account={proposal} />
        <span className="row g8">
          {allowed_actions.includes('withdraw') && (
            <Button
              size="sm"
              variant="secondary"
              loading={withdraw.isPending}
              aria-label={t('withdrawOf', { currency })}
              onClick={() => withdraw.mutate(params)}
            >
              {t(proposed_by.is_me ? 'withdraw' : 'reject')}
            </Button>
          )}
          {allowed_actions.includes('confirm') && (
            <Button
              size="sm"
              loading={confirm.isPending}
              aria-label={t('confirmOf', { currency })}
              onClick={() => confirm.mutate(params)}
            >
              {t('confirm')}
            </Button>
          )}
        </span>
      </div>
      <p className="meta t3 mt8">{t(proposed_by.is_me ? 'proposedByYou' : 'proposedBy', said)}</p>
      {!proposal.stands && <p className="meta t2 mt8">{t('tooOld')}</p>}
    </Card>
  )
}
