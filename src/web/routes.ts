/** Every route of the web: its path, who may see it, what it needs, and the chunk that draws it. */
import type { Role } from '#contract/kernel/endpoint.ts'
import { type Ask, matchesPath, type PageEntry } from '#web/kernel/page-entry.ts'
import { CYCLES_TO_RUN, employerPages } from './routes-employer.ts'
import { operatorPages } from './routes-operator.ts'

const SignUp = () => import('./identity/sign-up-page.tsx').then(part => part.SignUpPage)
const Agreement = () => import('./identity/agreement-page.tsx').then(part => part.AgreementPage)
const SharedContract = () =>
  import('./contracts/shared-contract-page.tsx').then(part => part.SharedContractPage)

const HOMES_ASK: Readonly<Record<Role, readonly Ask[]>> = {
  employer: [
    CYCLES_TO_RUN,
    ['getFirstPay', {}],
    ['getWaysToFund', {}],
    ['getPeopleNeeds', {}],
    ['listUnpaidPeriods', { query: { limit: '20' } }],
    ['listFailedOffers', {}],
  ],
  contractor: [
    ['listNextPays', {}],
    ['getFirstPay', {}],
    ['listTimesheets', {}],
    ['listDocuments', {}],
    ['listInvitations', {}],
    ['listContractorContracts', {}],
  ],
  operator: [
    ['getChecklist', { query: {} }],
    ['countWrong', {}],
    ['listLatePay', {}],
    ['getBalances', {}],
    ['getChecks', {}],
  ],
}

const openPages: readonly PageEntry[] = [
  {
    path: '/auth/login',
    title: 'logIn',
    load: () => import('./identity/login-page.tsx').then(part => part.LoginPage),
  },
  { path: '/signup', title: 'signUp', load: SignUp },
  { path: '/partner-signup', title: 'signUp', load: SignUp },
  {
    path: '/verify-email',
    title: 'confirmYourEmail',
    load: () => import('./identity/verify-email-page.tsx').then(part => part.VerifyEmailPage),
  },
  {
    path: '/reset-password',
    title: 'chooseANewPassword',
    load: () => import('./identity/reset-password-page.tsx').then(part => part.ResetPasswordPage),
  },
  {
    path: '/log-in-link',
    title: 'logIn',
    load: () => import('./identity/log-in-link-page.tsx').then(part => part.LogInLinkPage),
  },
  {
    path: '/stop-invitations',
    title: 'stopInvitations',
    load: () =>
      import('./identity/stop-invitations-page.tsx').then(part => part.StopInvitationsPage),
  },
  {
    path: '/stop-change',
    title: 'stopChange',
    load: () => import('./identity/stop-change-page.tsx').then(part => part.StopChangePage),
  },
  {
    path: '/confirm-email-change',
    title: 'changeOfYourEmail',
    load: () =>
      import('./identity/confirm-email-change-page.tsx').then(part => part.ConfirmEmailChangePage),
  },
  {
    path: '/auth/popup-done',
    title: 'loggedIn',
    load: () => import('./identity/popup-done-page.tsx').then(part => part.PopupDonePage),
  },
  {
    path: '/join',
    title: 'joinATeam',
    load: () => import('./identity/join-page.tsx').then(part => part.JoinPage),
  },
  {
    path: '/verify',
    title: 'verifyAPaper',
    load: () => import('./contracts/verify-page.tsx').then(part => part.VerifyPage),
  },
  {
    path: '/payment-information',
    title: 'invoice',
    load: () =>
      import('./invoicing/payment-information-page.tsx').then(part => part.PaymentInformationPage),
  },
  { path: '/contracts/shared', title: 'sharedContract', load: SharedContract },
  {
    path: '/terms-and-conditions',
    title: 'termsAndConditions',
    load: () => import('./identity/terms-page.tsx').then(part => part.TermsPage),
  },
  {
    path: '/dev/ui',
    title: 'components',
    load: () => import('./gallery/gallery.tsx').then(part => part.Gallery),
  },
]

const sharedPages: readonly PageEntry[] = [
  {
    path: '/dashboard',
    title: 'home',
    roles: ['employer', 'contractor', 'operator'],
    asks: of => HOMES_ASK[of],
    load: () => import('./dashboard/dashboard-page.tsx').then(part => part.DashboardPage),
  },
  {
    path: '/account/security',
    title: 'security',
    roles: ['employer', 'contractor', 'operator'],
    beforeSecondFactor: true,
    load: () =>
      import('./identity/account-security-page.tsx').then(part => part.AccountSecurityPage),
  },
  {
    path: '/account/notifications',
    title: 'notifications',
    roles: ['employer', 'contractor', 'operator'],
    asks: () => [['getNotificationPreferences', {}]],
    load: () =>
      import('./notifications/notifications-page.tsx').then(part => part.NotificationsPage),
  },
  {
    path: '/dashboard/$type/terms-of-service',
    title: 'termsOfService',
    roles: ['employer', 'contractor'],
    load: Agreement,
  },
  {
    path: '/dashboard/$type/privacy-policy',
    title: 'privacyPolicy',
    roles: ['employer', 'contractor'],
    load: Agreement,
  },
]

const contractorPages: readonly Omit<PageEntry, 'roles'>[] = [
  {
    path: '/contractor/tax-forms',
    title: 'taxForms',
    load: () =>
      import('./tax/contractor-tax-forms-page.tsx').then(part => part.ContractorTaxFormsPage),
  },
  {
    path: '/contractor/my-profile',
    title: 'myProfile',
    asks: () => [['getContractorSelf', {}]],
    load: () =>
      import('./people/contractor-profile-page.tsx').then(part => part.ContractorProfilePage),
  },
  {
    path: '/dashboard/contractor/complete-profile',
    title: 'completeYourProfile',
    load: () =>
      import('./people/contractor-complete-profile-page.tsx').then(
        part => part.ContractorCompleteProfilePage,
      ),
  },
  {
    path: '/contractor/invitations/$domainName',
    title: 'invitation',
    load: () =>
      import('./people/contractor-invitation-page.tsx').then(part => part.ContractorInvitationPage),
  },
  {
    path: '/contractor/notifications',
    title: 'messages',
    asks: () => [['listMessages', { query: {} }]],
    load: () =>
      import('./people/contractor-notifications-page.tsx').then(
        part => part.ContractorNotificationsPage,
      ),
  },
  {
    path: '/contractor/contracts',
    title: 'contracts',
    needs: ['terms_signed'],
    asks: () => [['listContractorContracts', {}]],
    load: () =>
      import('./contracts/contractor-contracts-page.tsx').then(
        part => part.ContractorContractsPage,
      ),
  },
  {
    path: '/contractor/invoice',
    title: 'invoice',
    load: () =>
      import('./invoicing/contractor-invoices-page.tsx').then(part => part.ContractorInvoicesPage),
  },
  {
    path: '/contractor/invoice/create-invoice',
    title: 'invoice',
    load: () =>
      import('./invoicing/contractor-edit-invoice-page.tsx').then(
        part => part.ContractorEditInvoicePage,
      ),
  },
  {
    path: '/contractor/create-client',
    title: 'invoice',
    load: () =>
      import('./invoicing/contractor-client-page.tsx').then(part => part.ContractorClientPage),
  },
  {
    path: '/contractor/send-invoice/$uuid',
    title: 'invoice',
    needs: ['terms_signed'],
    load: () =>
      import('./invoicing/contractor-invoice-page.tsx').then(part => part.ContractorInvoicePage),
  },
  {
    path: '/contractor/time',
    title: 'time',
    needs: ['terms_signed'],
    asks: () => [['listTimesheets', {}]],
    load: () => import('./payroll/contractor-time-page.tsx').then(part => part.ContractorTimePage),
  },
  {
    path: '/contractor/payment-methods',
    title: 'paymentMethods',
    needs: ['terms_signed'],
    asks: () => [
      ['getBanking', {}],
      ['listNextPays', {}],
    ],
    load: () =>
      import('./payments/contractor-payment-methods-page.tsx').then(
        part => part.ContractorPaymentMethodsPage,
      ),
  },
  {
    path: '/contractor/payment-methods/banking-information',
    title: 'bankAccount',
    needs: ['terms_signed'],
    asks: () => [['listCurrencies', {}]],
    load: () => import('./payments/contractor-bank-page.tsx').then(part => part.ContractorBankPage),
  },
  {
    path: '/contractor/payment-methods/replace/$destinationId',
    title: 'anotherAccount',
    needs: ['terms_signed'],
    asks: () => [
      ['getBanking', {}],
      ['listNextPays', {}],
    ],
    load: () =>
      import('./payments/contractor-replace-page.tsx').then(part => part.ContractorReplacePage),
  },
  {
    path: '/contractor/payroll/$pageMode',
    title: 'myPay',
    load: () =>
      import('./payroll/contractor-payroll-page.tsx').then(part => part.ContractorPayrollPage),
  },
  {
    path: '/contractor/payroll-policies',
    title: 'payDates',
    asks: () => [['listContractorPolicies', {}]],
    load: () =>
      import('./payroll/contractor-policies-page.tsx').then(part => part.ContractorPoliciesPage),
  },
  {
    path: '/contractor/reports',
    title: 'reports',
    load: () =>
      import('./payroll/contractor-reports-page.tsx').then(part => part.ContractorReportsPage),
  },
]

export const pages: readonly PageEntry[] = [
  ...openPages,
  ...sharedPages,
  ...employerPages.map(page => ({ ...page, roles: ['employer'] as const })),
  ...contractorPages.map(page => ({ ...page, roles: ['contractor'] as const })),
  ...operatorPages.map(page => ({ ...page, roles: ['operator'] as const })),
]

/** Fetches the home of who signed in, which is another for each type of person. */
export async function fetchHome(type: Role | null | undefined): Promise<void> {
  const homes = {
    employer: () => import('./dashboard/employer-home.tsx'),
    contractor: () => import('./dashboard/contractor-home.tsx'),
    operator: () => import('./dashboard/operator-home.tsx'),
  }
  if (!type) return
  const [home] = await Promise.all([import('./dashboard/dashboard-page.tsx'), homes[type]()])
  await home.loadHome(type)
}

/** Whether a path is the log-in's. */
export function isLogIn(path: string): boolean {
  return matchesPath('/auth/login', path)
}

/** The page of a path, where it has one. */
export function pageOf(path: string): PageEntry | undefined {
  return pages.find(page => matchesPath(page.path, path))
}

/** What the frame asks beside each page. */
const FRAME_ASKS: readonly Ask[] = [['getWaiting', {}]]

/** What the pages with a path of their own ask first, by path and type of person: for the server, which answers it with the page. */
export function firstAsks(): Readonly<Record<string, Partial<Record<Role, readonly Ask[]>>>> {
  return Object.fromEntries(
    pages
      .filter(({ path, roles }) => roles && !path.includes('$'))
      .map(({ path, roles = [], asks }) => [
        path,
        Object.fromEntries(roles.map(of => [of, [...(asks?.(of) ?? []), ...FRAME_ASKS]])),
      ]),
  )
}
