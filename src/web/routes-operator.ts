/** The routes of operators. */
import type { PageEntry } from '#web/kernel/page-entry.ts'

const Funds = () => import('./ledger/operator-funds-page.tsx').then(part => part.OperatorFundsPage)

const Payroll = () =>
  import('./payroll/operator-employer-payroll-page.tsx').then(
    part => part.OperatorEmployerPayrollPage,
  )

export const operatorPages: readonly Omit<PageEntry, 'roles'>[] = [
  {
    path: '/operations/employers',
    title: 'employers',
    load: () =>
      import('./people/operator-employers-page.tsx').then(part => part.OperatorEmployersPage),
  },
  {
    path: '/operations/contractors',
    title: 'contractors',
    load: () =>
      import('./people/operator-contractors-page.tsx').then(part => part.OperatorContractorsPage),
  },
  {
    path: '/operations/funds',
    title: 'funds',
    asks: () => [['getBalances', {}]],
    load: Funds,
  },
  { path: '/operations/funds/refresh-balance', title: 'funds', load: Funds },
  {
    path: '/operations/ledger',
    title: 'ledger',
    load: () => import('./ledger/operator-ledger-page.tsx').then(part => part.OperatorLedgerPage),
  },
  {
    path: '/operations/reconciliation',
    title: 'reconciliation',
    asks: () => [['countDifferences', {}]],
    load: () =>
      import('./reconciliation/operator-bank-page.tsx').then(part => part.OperatorBankPage),
  },
  {
    path: '/operations/checks',
    title: 'checks',
    asks: () => [['getChecks', {}]],
    load: () =>
      import('./verification/operator-checks-page.tsx').then(part => part.OperatorChecksPage),
  },
  {
    path: '/operations/rates',
    title: 'rates',
    asks: () => [['listRates', {}]],
    load: () => import('./ledger/operator-rates-page.tsx').then(part => part.OperatorRatesPage),
  },
  {
    path: '/operations/prices',
    title: 'prices',
    load: () => import('./billing/operator-prices-page.tsx').then(part => part.OperatorPricesPage),
  },
  {
    path: '/operations/screening',
    title: 'screening',
    asks: () => [
      ['getLists', {}],
      ['listHits', { query: { view: 'waiting' } }],
    ],
    load: () =>
      import('./screening/operator-screening-page.tsx').then(part => part.OperatorScreeningPage),
  },
  {
    path: '/operations/operators',
    title: 'operators',
    asks: () => [['listOperators', {}]],
    load: () => import('./identity/operator-team-page.tsx').then(part => part.OperatorTeamPage),
  },
  {
    path: '/operations/transactions',
    title: 'transactions',
    load: () =>
      import('./payments/operator-transactions-page.tsx').then(
        part => part.OperatorTransactionsPage,
      ),
  },
  {
    path: '/operations/transactions/checklist',
    title: 'checklist',
    load: () =>
      import('./payments/operator-checklist-page.tsx').then(part => part.OperatorChecklistPage),
  },
  { path: '/operations/employers/$employerDomain/payroll', title: 'payroll', load: Payroll },
  { path: '/operations/employers/$employerDomain/$payrollType', title: 'payroll', load: Payroll },
]
