/** Every page of the web: its path, who may see it, what it needs, and the chunk that draws it. */
import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent as lazy } from '@tanstack/react-router'
import { buildRouter, type PageEntry } from '#web/kernel/build-router.tsx'
import { matchesPath } from '#web/kernel/navigation.tsx'
import { isCounting } from '#web/visits/analytics.ts'

const READY = ['terms_signed', 'profile_complete', 'payroll_info_complete'] as const

const AppFrame = lazy(() => import('./shell/app-frame.tsx'), 'AppFrame')
const SignUp = lazy(() => import('./identity/sign-up-page.tsx'), 'SignUpPage')
const Agreement = lazy(() => import('./identity/agreement-page.tsx'), 'AgreementPage')
const Contractors = lazy(
  () => import('./people/employer-contractors-page.tsx'),
  'EmployerContractorsPage',
)
const Contract = lazy(
  () => import('./contracts/employer-contract-page.tsx'),
  'EmployerContractPage',
)
const Cycles = lazy(() => import('./payroll/employer-cycles-page.tsx'), 'EmployerCyclesPage')
const Cycle = lazy(() => import('./payroll/employer-pay-cycle-page.tsx'), 'EmployerPayCyclePage')

const openPages: readonly PageEntry[] = [
  {
    path: '/auth/login',
    title: 'Log in',
    component: lazy(() => import('./identity/login-page.tsx'), 'LoginPage'),
  },
  { path: '/signup', title: 'Sign up', component: SignUp },
  { path: '/partner-signup', title: 'Sign up', component: SignUp },
  {
    path: '/verify-email',
    title: 'Confirm your email',
    component: lazy(() => import('./identity/verify-email-page.tsx'), 'VerifyEmailPage'),
  },
  {
    path: '/reset-password',
    title: 'Choose a new password',
    component: lazy(() => import('./identity/reset-password-page.tsx'), 'ResetPasswordPage'),
  },
  {
    path: '/log-in-link',
    title: 'Log in',
    component: lazy(() => import('./identity/log-in-link-page.tsx'), 'LogInLinkPage'),
  },
  {
    path: '/stop-invitations',
    title: 'Stop invitations',
    component: lazy(() => import('./identity/stop-invitations-page.tsx'), 'StopInvitationsPage'),
  },
  {
    path: '/confirm-email-change',
    title: 'Change of your email',
    component: lazy(
      () => import('./identity/confirm-email-change-page.tsx'),
      'ConfirmEmailChangePage',
    ),
  },
  {
    path: '/auth/popup-done',
    title: 'Logged in',
    component: lazy(() => import('./identity/popup-done-page.tsx'), 'PopupDonePage'),
  },
  {
    path: '/join',
    title: 'Join a team',
    component: lazy(() => import('./identity/join-page.tsx'), 'JoinPage'),
  },
  {
    path: '/terms-and-conditions',
    title: 'Terms and conditions',
    component: lazy(() => import('./identity/terms-page.tsx'), 'TermsPage'),
  },
  {
    path: '/dev/ui',
    title: 'Components',
    component: lazy(() => import('./gallery/gallery.tsx'), 'Gallery'),
  },
]

const sharedPages: readonly PageEntry[] = [
  {
    path: '/dashboard',
    title: 'Home',
    roles: ['employer', 'contractor', 'operator'],
    component: lazy(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    path: '/account/security',
    title: 'Security',
    roles: ['employer', 'contractor', 'operator'],
    beforeSecondFactor: true,
    component: lazy(() => import('./identity/account-security-page.tsx'), 'AccountSecurityPage'),
  },
  {
    path: '/dashboard/$type/terms-of-service',
    title: 'Terms of service',
    roles: ['employer', 'contractor'],
    component: Agreement,
  },
  {
    path: '/dashboard/$type/privacy-policy',
    title: 'Privacy policy',
    roles: ['employer', 'contractor'],
    component: Agreement,
  },
]

const employerPages: readonly Omit<PageEntry, 'roles'>[] = [
  {
    path: '/employer/onboarding',
    title: 'Your company',
    component: lazy(
      () => import('./people/employer-onboarding-page.tsx'),
      'EmployerOnboardingPage',
    ),
  },
  {
    path: '/dashboard/employer/kyc',
    title: 'Company documents',
    component: lazy(() => import('./people/employer-kyc-page.tsx'), 'EmployerKycPage'),
  },
  {
    path: '/employer/payroll-setup',
    title: 'Payroll setup',
    component: lazy(() => import('./payroll/employer-policies-page.tsx'), 'EmployerPoliciesPage'),
  },
  {
    path: '/employer/payroll-setup/addPayrollPolicy',
    title: 'Add a payroll policy',
    component: lazy(
      () => import('./payroll/employer-policy-form-page.tsx'),
      'EmployerPolicyFormPage',
    ),
  },
  { path: '/employer/contractors', title: 'Contractors', component: Contractors },
  { path: '/employer/contractors/$pageMode', title: 'Contractors', component: Contractors },
  {
    path: '/employer/contractors/$contractorId/profile/read',
    title: 'Contractor',
    component: lazy(
      () => import('./people/employer-contractor-profile-page.tsx'),
      'EmployerContractorProfilePage',
    ),
  },
  {
    path: '/employer/contractors/$contractorId/contracts',
    title: 'Contracts',
    needs: READY,
    component: lazy(
      () => import('./contracts/employer-contracts-page.tsx'),
      'EmployerContractsPage',
    ),
  },
  {
    path: '/employer/contractors/$contractorId/contract/new',
    title: 'New contract',
    component: Contract,
  },
  {
    path: '/employer/contractors/$contractorId/contract/$contractId',
    title: 'Contract',
    component: Contract,
  },
  {
    path: '/employer/contractors/$contractorId/contract/$contractId/read',
    title: 'Contract',
    component: lazy(
      () => import('./contracts/employer-contract-read-page.tsx'),
      'EmployerContractReadPage',
    ),
  },
  { path: '/employer/payroll-run', title: 'Run payroll', component: Cycles },
  { path: '/employer/payroll-historical', title: 'Historical payroll', component: Cycles },
  {
    path: '/employer/payroll-run/paycycle/$policy_uuId/$cycle_uuId/$status',
    title: 'Pay cycle',
    component: Cycle,
  },
  {
    path: '/employer/payroll-historical/paycycle/$policy_uuId/$cycle_uuId/$status',
    title: 'Pay cycle',
    component: Cycle,
  },
  {
    path: '/employer/fund-payroll',
    title: 'Funds',
    component: lazy(() => import('./ledger/employer-funds-page.tsx'), 'EmployerFundsPage'),
  },
  {
    path: '/employer/team',
    title: 'Team',
    component: lazy(() => import('./identity/employer-team-page.tsx'), 'EmployerTeamPage'),
  },
  {
    path: '/employer/reports',
    title: 'Reports',
    needs: READY,
    component: lazy(() => import('./payroll/employer-reports-page.tsx'), 'EmployerReportsPage'),
  },
]

const contractorPages: readonly Omit<PageEntry, 'roles'>[] = [
  {
    path: '/contractor/my-profile',
    title: 'My profile',
    component: lazy(() => import('./people/contractor-profile-page.tsx'), 'ContractorProfilePage'),
  },
  {
    path: '/dashboard/contractor/complete-profile',
    title: 'Complete your profile',
    component: lazy(
      () => import('./people/contractor-complete-profile-page.tsx'),
      'ContractorCompleteProfilePage',
    ),
  },
  {
    path: '/contractor/invitations/$domainName',
    title: 'Invitation',
    component: lazy(
      () => import('./people/contractor-invitation-page.tsx'),
      'ContractorInvitationPage',
    ),
  },
  {
    path: '/contractor/contracts',
    title: 'Contracts',
    needs: ['terms_signed'],
    component: lazy(
      () => import('./contracts/contractor-contracts-page.tsx'),
      'ContractorContractsPage',
    ),
  },
  {
    path: '/contractor/payment-methods',
    title: 'Payment methods',
    needs: ['terms_signed'],
    component: lazy(
      () => import('./payments/contractor-payment-methods-page.tsx'),
      'ContractorPaymentMethodsPage',
    ),
  },
  {
    path: '/contractor/payment-methods/banking-information',
    title: 'Bank account',
    component: lazy(() => import('./payments/contractor-bank-page.tsx'), 'ContractorBankPage'),
  },
  {
    path: '/contractor/reports',
    title: 'Reports',
    component: lazy(() => import('./payroll/contractor-reports-page.tsx'), 'ContractorReportsPage'),
  },
]

const Funds = lazy(() => import('./ledger/operator-funds-page.tsx'), 'OperatorFundsPage')

const operatorPages: readonly Omit<PageEntry, 'roles'>[] = [
  {
    path: '/operations/employers',
    title: 'Employers',
    component: lazy(() => import('./people/operator-employers-page.tsx'), 'OperatorEmployersPage'),
  },
  {
    path: '/operations/contractors',
    title: 'Contractors',
    component: lazy(
      () => import('./people/operator-contractors-page.tsx'),
      'OperatorContractorsPage',
    ),
  },
  { path: '/operations/funds', title: 'Funds', component: Funds },
  { path: '/operations/funds/refresh-balance', title: 'Funds', component: Funds },
  {
    path: '/operations/operators',
    title: 'Operators',
    component: lazy(() => import('./identity/operator-team-page.tsx'), 'OperatorTeamPage'),
  },
  {
    path: '/operations/transactions',
    title: 'Transactions',
    component: lazy(
      () => import('./payments/operator-transactions-page.tsx'),
      'OperatorTransactionsPage',
    ),
  },
  {
    path: '/operations/transactions/checklist',
    title: 'Checklist',
    component: lazy(
      () => import('./payments/operator-checklist-page.tsx'),
      'OperatorChecklistPage',
    ),
  },
  {
    path: '/operations/employers/$employerDomain/payroll',
    title: 'Payroll',
    component: lazy(
      () => import('./payroll/operator-employer-payroll-page.tsx'),
      'OperatorEmployerPayrollPage',
    ),
  },
]

const pages: readonly PageEntry[] = [
  ...openPages,
  ...sharedPages,
  ...employerPages.map(page => ({ ...page, roles: ['employer'] as const })),
  ...contractorPages.map(page => ({ ...page, roles: ['contractor'] as const })),
  ...operatorPages.map(page => ({ ...page, roles: ['operator'] as const })),
]

/** Whether a path has a page. */
export function knowsPage(path: string): boolean {
  return pages.some(page => matchesPath(page.path, path))
}

/** The application's router. */
export function createAppRouter(queryClient: QueryClient) {
  // A page that somebody else's script was loaded on shows nothing of who is logged in: the next one is loaded anew.
  return buildRouter({ queryClient, mustLoadAnew: isCounting }, pages, AppFrame)
}
