import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay, useMe } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { QueryView } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { AccountNames } from './parts/account-names.tsx'
import { NetworkIcon } from './parts/network.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Employer = ClientOutput<'getEmployer'>
type Account = Employer['bank_accounts'][number]

const ADD_BANK = '/employer/fund-payroll/add-banking-fund'

/** The accounts and wallets that the company funds from and is refunded to. */
export function EmployerAccountsPage() {
  const t = useTranslations('payments.company')
  return (
    <Page>
      <PageHead title={t('title')} lead={t('lead')} actions={<Add />} />
      <QueryView of={query('getEmployer', {})} skeleton={<CardSkeleton height={240} />}>
        {employer => <Accounts employer={employer} />}
      </QueryView>
    </Page>
  )
}

function Add() {
  const t = useTranslations('payments.company')
  const may = useMay()
  const { is_partner } = useMe()
  const wallet = is_partner ? '/employer/partner/payments' : '/employer/fund-payroll'
  return (
    <>
      {may('putEmployerBanking') && (
        <LinkButton href={ADD_BANK} variant="secondary" icon="bank">
          {t('bank.add')}
        </LinkButton>
      )}
      {may('putEmployerCryptoInfo') && (
        <LinkButton href={`${wallet}/add-crypto-fund`} variant="secondary" icon="wallet">
          {t('wallet.add')}
        </LinkButton>
      )}
    </>
  )
}

function Accounts({ employer: { bank_accounts, crypto_accounts } }: { employer: Employer }) {
  const t = useTranslations('payments.company')
  const [closing, setClosing] = useState<Account>()
  if (bank_accounts.length + crypto_accounts.length === 0)
    return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return (
    <div className="stack g20">
      {bank_accounts.length > 0 && (
        <AccountList title={t('banks')} accounts={bank_accounts} onClose={setClosing} />
      )}
      {crypto_accounts.length > 0 && (
        <AccountList title={t('wallets')} accounts={crypto_accounts} onClose={setClosing} />
      )}
      {closing && <Closing account={closing} onDone={() => setClosing(undefined)} />}
    </div>
  )
}

function AccountList({
  title,
  accounts,
  onClose,
}: {
  title: string
  accounts: readonly Account[]
  onClose: (account: Account) => void
}) {
  const t = useTranslations('payments.company')
  const may = useMay()('closeEmployerAccount')
  return (
    <Card title={title}>
      <ul className="rows">
        {accounts.map(account => (
          <li key={account.account_uuid} className="row g12">
            <span className="net-ic">
              <NetworkIcon network={account.network} size={18} />
            </span>
            <AccountNames account={account} holder={account.bank?.account_name} />
            {may && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={t('close.of', { name: account.label })}
                onClick={() => onClose(account)}
              >
                {t('close.verb')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Closing({ account, onDone }: { account: Account; onDone: () => void }) {
  const t = useTranslations('payments.company.close')
  const close = useCall('closeEmployerAccount', {
    refresh: ['getEmployer', 'getMe', 'getFirstPay'],
    onSuccess: () => {
      openAlert(t('done', { name: account.label }))
      onDone()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('of', { name: account.label })}
      verb={t('verb')}
      danger
      loading={close.isPending}
      onConfirm={() => close.mutate({ params: { id: account.account_uuid } })}
      onClose={onDone}
    >
      {t('text')}
    </ConfirmDialog>
  )
}
