import type { ApiName } from '#web/kernel/types.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { ALL_WORDS } from '#web/words/all-words.ts'

/** The word for a line of the menu, in `shell.menu`. */
export type MenuWord = keyof (typeof ALL_WORDS)['shell']['menu']

/** One page of the menu. `also` lists further path prefixes at which it is the current page. */
export interface MenuPage {
  readonly label: MenuWord
  readonly href: string
  readonly icon?: IconName | undefined
  readonly also?: readonly string[] | undefined
  /** The call without which the page has nothing to offer; it shows to whom the server allows that. */
  readonly call?: ApiName | undefined
}

/** A page, a page with others under it, or a heading that opens to pages. */
export interface MenuEntry extends Omit<MenuPage, 'href'> {
  readonly href?: string | undefined
  readonly pages?: readonly MenuPage[] | undefined
}

/** The menu of one kind of person, and the one filled button under it. */
export interface RoleMenu {
  readonly entries: readonly MenuEntry[]
  readonly action?: MenuPage | undefined
}

const TEAM: MenuPage = { label: 'team', href: '/employer/team', icon: 'user', call: 'listMembers' }
const CONTRACTORS: MenuPage = {
  label: 'contractors',
  href: '/employer/contractors',
  icon: 'users',
  call: 'listContractors',
}
const FUNDS: MenuPage = {
  label: 'funds',
  href: '/employer/fund-payroll',
  icon: 'funds',
  also: ['/employer/banking-information'],
  call: 'getWaysToFund',
}

/** Whose menu it is; a partner is an employer with `is_partner`. */
export type MenuRole = 'contractor' | 'employer' | 'partner' | 'operator'

/**
 * The menus as under 'Navigation menus by role' in the specification, section 2, with their routes; after them the pages of the
 * teams. Contractors have the time that they report, operators their home and their work lists of payments and of matches as well, partners under their own those pages of employers to which their
 * way to a first pay leads.
 */
export const menus: Readonly<Record<MenuRole, RoleMenu>> = {
  contractor: {
    entries: [
      { label: 'home', href: '/dashboard', icon: 'home' },
      {
        label: 'invoice',
        href: '/contractor/invoice',
        icon: 'receipt',
        also: ['/contractor/send-invoice', '/contractor/create-client'],
      },
      { label: 'profile', href: '/contractor/my-profile', icon: 'user' },
      { label: 'contracts', href: '/contractor/contracts', icon: 'file' },
      { label: 'time', href: '/contractor/time', icon: 'clock' },
      { label: 'paymentMethods', href: '/contractor/payment-methods', icon: 'wallet' },
      {
        label: 'reports',
        href: '/contractor/reports',
        icon: 'report',
        also: ['/contractor/payroll'],
      },
    ],
  },
  employer: {
    entries: [
      { label: 'home', href: '/dashboard', icon: 'home' },
      CONTRACTORS,
      {
        label: 'payroll',
        icon: 'payroll',
        pages: [
          { label: 'runPayroll', href: '/employer/payroll-run', also: ['/employer/payroll'] },
          { label: 'historical', href: '/employer/payroll-historical' },
          {
            label: 'payrollSetup',
            href: '/employer/payroll-setup',
            also: ['/employer/payroll-policies'],
          },
        ],
      },
      FUNDS,
      { label: 'reports', href: '/employer/reports', icon: 'report' },
      { label: 'receipts', href: '/employer/invoices', icon: 'receipt' },
      TEAM,
    ],
  },
  partner: {
    entries: [
      { label: 'home', href: '/dashboard', icon: 'home' },
      {
        label: 'payments',
        href: '/employer/partner/payments',
        icon: 'payroll',
        also: ['/employer/payroll-run', '/employer/payroll-historical'],
        pages: [CONTRACTORS, FUNDS],
      },
      {
        ...{ label: 'settings', href: '/settings', icon: 'settings', call: 'listApiKeys' },
        pages: [TEAM],
      },
    ],
  },
  operator: {
    entries: [
      { label: 'home', href: '/dashboard', icon: 'home' },
      { label: 'employers', href: '/operations/employers', icon: 'briefcase' },
      { label: 'contractors', href: '/operations/contractors', icon: 'users' },
      {
        label: 'transactions',
        href: '/operations/transactions',
        icon: 'exchange',
      },
      { label: 'funds', href: '/operations/funds', icon: 'funds' },
      { label: 'screening', href: '/operations/screening', icon: 'shield' },
      { label: 'operators', href: '/operations/operators', icon: 'user', call: 'listOperators' },
    ],
    action: {
      label: 'moveMoney',
      href: '/operations/transactions/checklist',
      icon: 'send',
      call: 'bulkExecute',
    },
  },
}

/** What a signed-in person sees of the menu of their role: pages that offer them nothing are left out, and what stands under such a page stands in its place. */
export function menuOf(user: {
  type: 'employer' | 'contractor' | 'operator'
  is_partner: boolean
  allowed_calls: readonly string[]
}): RoleMenu {
  const { entries, action } = menus[menuRole(user)]
  const shown = ({ call }: Pick<MenuPage, 'call'>) =>
    call === undefined || user.allowed_calls.includes(call)
  return {
    entries: entries.flatMap((entry): MenuEntry[] => {
      const pages = entry.pages?.filter(shown)
      return shown(entry) ? [pages ? { ...entry, pages } : entry] : (pages ?? [])
    }),
    action: action && shown(action) ? action : undefined,
  }
}

/** A page about the person or their company, which opens from their name, by its word in `shell.accountMenu`. */
export interface AccountPage {
  readonly word:
    | 'profile'
    | 'documents'
    | 'notifications'
    | 'messages'
    | 'company'
    | 'security'
    | 'terms'
    | 'privacy'
  readonly href: string
}

type User = { type: 'employer' | 'contractor' | 'operator'; allowed_calls: readonly string[] }

/** The pages under a person's name, by what the server lets them do. */
export function accountPages({ type, allowed_calls }: User): AccountPage[] {
  const pages: readonly (AccountPage & { readonly shown: boolean })[] = [
    { word: 'profile', href: '/contractor/my-profile', shown: type === 'contractor' },
    {
      word: 'documents',
      href: '/dashboard/contractor/complete-profile',
      shown: type === 'contractor',
    },
    { word: 'messages', href: '/contractor/notifications', shown: type === 'contractor' },
    { word: 'notifications', href: '/account/notifications', shown: true },
    {
      word: 'company',
      href: '/employer/onboarding',
      shown: allowed_calls.includes('putEmployerName'),
    },
    {
      word: 'documents',
      href: '/dashboard/employer/kyc',
      shown: allowed_calls.includes('putEmployerKyc'),
    },
    { word: 'security', href: '/account/security', shown: true },
  ]
  return pages.flatMap(({ shown, ...page }) => (shown ? [page] : []))
}

/** The legal texts that a person accepted, to be read again; operators accept none. */
export function legalPages({ type }: Pick<User, 'type'>): AccountPage[] {
  if (type === 'operator') return []
  return [
    { word: 'terms', href: `/dashboard/${type}/terms-of-service` },
    { word: 'privacy', href: `/dashboard/${type}/privacy-policy` },
  ]
}

/** Whose menu a signed-in person sees. */
export function menuRole(user: {
  type: 'employer' | 'contractor' | 'operator'
  is_partner: boolean
}): MenuRole {
  return user.type === 'employer' && user.is_partner ? 'partner' : user.type
}

function covers(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** The `href` of the menu page that a path belongs to: the one with the longest matching prefix. */
export function currentPage(menu: RoleMenu, path: string): string | undefined {
  const pages = menu.entries.flatMap(entry => [entry, ...(entry.pages ?? [])])
  let best: { href: string; length: number } | undefined
  for (const { href, also = [] } of pages) {
    if (!href) continue
    for (const prefix of [href, ...also]) {
      if (covers(prefix, path) && prefix.length > (best?.length ?? 0))
        best = { href, length: prefix.length }
    }
  }
  return best?.href
}
