/** The routes of employers. */
import type { Ask, PageEntry } from '#web/kernel/page-entry.ts'

const READY = ['terms_signed', 'profile_complete', 'payroll_info_complete'] as const
const Contractors = () =>
  import('./people/employer-contractors-page.tsx').then(part => part.EmployerContractorsPage)
const Contract = () =>
  import('./contracts/employer-contract-page.tsx').then(part => part.EmployerContractPage)
const Cycles = () =>
  import('./payroll/employer-cycles-page.tsx').then(part => part.EmployerCyclesPage)
const Cycle = () =>
  import('./payroll/employer-pay-cycle-page.tsx').then(part => part.EmployerPayCyclePage)
const LineItem = () =>
  import('./payroll/employer-line-item-page.tsx').then(part => part.EmployerLineItemPage)
const CompanyWallet = () =>
  import('./payments/employer-wallet-page.tsx').then(part => part.EmployerWalletPage)

/** What home, Run payroll and Funds show alike. */
export const CYCLES_TO_RUN: Ask = ['listCycles', { query: { view: 'run' } }]

export const employerPages: readonly Omit<PageEntry, 'roles'>[] = [
  {
    path: '/employer/onboarding',
    title: 'yourCompany',
    load: () =>
      import('./people/employer-onboarding-page.tsx').then(part => part.EmployerOnboardingPage),
  },
  {
    path: '/dashboard/employer/kyc',
    title: 'companyDocuments',
    load: () => import('./people/employer-kyc-page.tsx').then(part => part.EmployerKycPage),
  },
  {
    path: '/employer/payroll-setup',
    title: 'payrollSetup',
    asks: () => [['getEmployer', {}]],
    load: () =>
      import('./payroll/employer-policies-page.tsx').then(part => part.EmployerPoliciesPage),
  },
  {
    path: '/employer/payroll-policies',
    title: 'payrollPolicies',
    asks: () => [['getEmployer', {}]],
    load: () =>
      import('./payroll/employer-policies-page.tsx').then(part => part.EmployerPoliciesPage),
  },
  {
    path: '/employer/payroll/$pageMode',
    title: 'payroll',
    load: () =>
      import('./payroll/employer-payroll-page.tsx').then(part => part.EmployerPayrollPage),
  },
  {
    path: '/employer/payroll-run/morePayroll/$status',
    title: 'payroll',
    load: () =>
      import('./payroll/employer-more-payroll-page.tsx').then(part => part.EmployerMorePayrollPage),
  },
  {
    path: '/employer/payroll-setup/addPayrollPolicy',
    title: 'addAPayrollPolicy',
    needs: ['terms_signed'],
    makes: 'putPolicy',
    load: () =>
      import('./payroll/employer-policy-form-page.tsx').then(part => part.EmployerPolicyFormPage),
  },
  {
    path: '/employer/tax-forms',
    title: 'taxForms',
    load: () => import('./tax/employer-tax-forms-page.tsx').then(part => part.EmployerTaxFormsPage),
  },
  {
    path: '/employer/payroll-setup/holidays',
    title: 'holidays',
    needs: ['terms_signed'],
    makes: 'putHolidayPolicy',
    load: () =>
      import('./payroll/employer-holidays-page.tsx').then(part => part.EmployerHolidaysPage),
  },
  { path: '/employer/contractors', title: 'contractors', load: Contractors },
  { path: '/employer/contractors/$pageMode', title: 'contractors', load: Contractors },
  {
    path: '/employer/contractors/$contractorId/profile/read',
    title: 'contractor',
    load: () =>
      import('./people/employer-contractor-profile-page.tsx').then(
        part => part.EmployerContractorProfilePage,
      ),
  },
  {
    path: '/employer/contractors/$contractorId/offboard',
    title: 'offboard',
    load: () =>
      import('./people/employer-offboard-page.tsx').then(part => part.EmployerOffboardPage),
  },
  {
    path: '/employer/contractors/$contractorId/contracts',
    title: 'contracts',
    needs: READY,
    load: () =>
      import('./contracts/employer-contracts-page.tsx').then(part => part.EmployerContractsPage),
  },
  {
    path: '/employer/contractors/$contractorId/contract/new',
    title: 'newContract',
    needs: READY,
    makes: 'putContract',
    load: Contract,
  },
  {
    path: '/employer/contractors/$contractorId/contract/$contractId',
    title: 'contract',
    needs: READY,
    makes: 'putContract',
    load: Contract,
  },
  {
    path: '/employer/contractors/$contractorId/contract/$contractId/read',
    title: 'contract',
    load: () =>
      import('./contracts/employer-contract-read-page.tsx').then(
        part => part.EmployerContractReadPage,
      ),
  },
  {
    path: '/employer/contractors/$contractorId/configure-payroll',
    title: 'contractor',
    needs: READY,
    makes: 'configurePayroll',
    load: () =>
      import('./contracts/configure-payroll-page.tsx').then(part => part.ConfigurePayrollPage),
  },
  {
    path: '/employer/contractors/$contractorId/configure-payroll/read',
    title: 'contractor',
    needs: READY,
    load: () => import('./contracts/payroll-terms-page.tsx').then(part => part.PayrollTermsPage),
  },
  {
    path: '/employer/payroll-run',
    title: 'runPayroll',
    asks: () => [CYCLES_TO_RUN],
    load: Cycles,
  },
  { path: '/employer/payroll-historical', title: 'historicalPayroll', load: Cycles },
  {
    path: '/employer/payroll-run/paycycle/$policy_uuId/$cycle_uuId/$status',
    title: 'payCycle',
    load: Cycle,
  },
  {
    path: '/employer/payroll-run/paycycle/$policy_uuId/$cycle_uuId/$status/$payCycleStatus/$lineItemID',
    title: 'lineItem',
    load: LineItem,
  },
  {
    path: '/employer/payroll-run/off-cycle',
    title: 'offCycle',
    needs: ['terms_signed', 'company_named'],
    makes: 'submitPaymentBatch',
    load: () => import('./batches/off-cycle-page.tsx').then(part => part.OffCyclePage),
  },
  {
    path: '/employer/payroll-historical/paycycle/$policy_uuId/$cycle_uuId/$status',
    title: 'payCycle',
    load: Cycle,
  },
  {
    path: '/employer/payroll-historical/paycycle/$policy_uuId/$cycle_uuId/$status/$payCycleStatus/$lineItemID',
    title: 'lineItem',
    load: LineItem,
  },
  {
    path: '/employer/fund-payroll',
    title: 'funds',
    asks: () => [['getEmployerBalances', {}], ['getWaysToFund', {}], CYCLES_TO_RUN],
    load: () => import('./ledger/employer-funds-page.tsx').then(part => part.EmployerFundsPage),
  },
  {
    path: '/employer/banking-information',
    title: 'companyAccounts',
    asks: () => [['getEmployer', {}]],
    load: () =>
      import('./payments/employer-accounts-page.tsx').then(part => part.EmployerAccountsPage),
  },
  {
    path: '/employer/fund-payroll/add-banking-fund',
    title: 'bankAccount',
    asks: () => [
      ['getEmployer', {}],
      ['listCurrencies', {}],
    ],
    load: () => import('./payments/employer-bank-page.tsx').then(part => part.EmployerBankPage),
  },
  { path: '/employer/fund-payroll/add-crypto-fund', title: 'wallet', load: CompanyWallet },
  {
    path: '/employer/partner/payments',
    title: 'payments',
    needs: ['terms_signed', 'company_named'],
    asks: () => [['listPaymentBatches', { query: {} }]],
    load: () =>
      import('./batches/partner-payments-page.tsx').then(part => part.PartnerPaymentsPage),
  },
  { path: '/employer/partner/payments/add-crypto-fund', title: 'wallet', load: CompanyWallet },
  {
    path: '/employer/partner/payments/$batch_uuid',
    title: 'paymentBatch',
    needs: ['terms_signed'],
    load: () => import('./batches/partner-batch-page.tsx').then(part => part.PartnerBatchPage),
  },
  {
    path: '/employer/team',
    title: 'team',
    asks: () => [['listMembers', {}]],
    load: () => import('./identity/employer-team-page.tsx').then(part => part.EmployerTeamPage),
  },
  {
    path: '/settings',
    title: 'settings',
    needs: ['terms_signed'],
    makes: 'makeApiKey',
    asks: () => [
      ['listApiKeys', {}],
      ['listWebhooks', {}],
    ],
    load: () => import('./integrations/settings-page.tsx').then(part => part.SettingsPage),
  },
  {
    path: '/employer/reports',
    title: 'reports',
    needs: READY,
    load: () =>
      import('./payroll/employer-reports-page.tsx').then(part => part.EmployerReportsPage),
  },
  {
    path: '/employer/reports/journal',
    title: 'journal',
    needs: READY,
    load: () =>
      import('./payroll/employer-journal-page.tsx').then(part => part.EmployerJournalPage),
  },
  {
    path: '/employer/invoices',
    title: 'receipts',
    needs: READY,
    asks: () => [['listBillingInvoices', { query: {} }]],
    load: () =>
      import('./billing/employer-receipts-page.tsx').then(part => part.EmployerReceiptsPage),
  },
]
