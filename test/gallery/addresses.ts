/** Where each screen of `web/routes.ts` is found in the demo. A path that names something has its line in `FOUND`, or a test fails. */
import type { Role } from '#contract/kernel/endpoint.ts'

export type Screen = { readonly path: string; readonly roles?: readonly Role[] }

/** Every screen of the web. Its pages are read without being drawn, which the server's types know nothing of. */
export async function readScreens(): Promise<readonly Screen[]> {
  const file = new URL('../../src/web/routes.ts', import.meta.url).href
  return ((await import(file)) as { pages: readonly Screen[] }).pages
}

/** In place of an id where there is nothing of its kind. */
export const NOTHING = 'nothing-of-its-kind'

/** What addresses name: a company, one of its contractors with their contract, pay, destination and invoice, or `NOTHING`. */
export type Named = Readonly<
  Record<
    | 'contractor'
    | 'contract'
    | 'policy'
    | 'cycle'
    | 'status'
    | 'item'
    | 'paid_cycle'
    | 'paid_item'
    | 'destination'
    | 'invoice'
    | 'batch'
    | 'domain',
    string
  >
>

const part = encodeURIComponent

/** The addresses of paths that name something. */
export const FOUND: Readonly<Record<string, (named: Named, role: Role) => string>> = {
  '/dashboard/$type/terms-of-service': (_, role) => `/dashboard/${role}/terms-of-service`,
  '/dashboard/$type/privacy-policy': (_, role) => `/dashboard/${role}/privacy-policy`,
  '/employer/contractors/$pageMode': () => '/employer/contractors/invite',
  '/employer/contractors/$contractorId/profile/read': of => `${ofContractor(of)}/profile/read`,
  '/employer/contractors/$contractorId/offboard': of => `${ofContractor(of)}/offboard`,
  '/employer/contractors/$contractorId/contracts': of => `${ofContractor(of)}/contracts`,
  '/employer/contractors/$contractorId/contract/new': of => `${ofContractor(of)}/contract/new`,
  '/employer/contractors/$contractorId/contract/$contractId': of =>
    `${ofContractor(of)}/contract/${of.contract}`,
  '/employer/contractors/$contractorId/contract/$contractId/read': of =>
    `${ofContractor(of)}/contract/${of.contract}/read`,
  '/employer/contractors/$contractorId/configure-payroll': of =>
    `${ofContractor(of)}/configure-payroll`,
  '/employer/contractors/$contractorId/configure-payroll/read': of =>
    `${ofContractor(of)}/configure-payroll/read`,
  '/employer/payroll/$pageMode': () => '/employer/payroll/upcoming',
  '/employer/payroll-run/morePayroll/$status': () => '/employer/payroll-run/morePayroll/PAID',
  '/contractor/payroll/$pageMode': () => '/contractor/payroll/upcoming',
  '/employer/payroll-run/paycycle/$policy_uuId/$cycle_uuId/$status': of =>
    `/employer/payroll-run/paycycle/${of.policy}/${of.cycle}/${of.status}`,
  '/employer/payroll-historical/paycycle/$policy_uuId/$cycle_uuId/$status': of =>
    `/employer/payroll-historical/paycycle/${of.policy}/${of.paid_cycle}/PAID`,
  '/employer/payroll-run/paycycle/$policy_uuId/$cycle_uuId/$status/$payCycleStatus/$lineItemID':
    of =>
      `/employer/payroll-run/paycycle/${of.policy}/${of.cycle}/${of.status}/${of.status}/${of.item}`,
  '/employer/payroll-historical/paycycle/$policy_uuId/$cycle_uuId/$status/$payCycleStatus/$lineItemID':
    of =>
      `/employer/payroll-historical/paycycle/${of.policy}/${of.paid_cycle}/PAID/PAID/${of.paid_item}`,
  '/employer/partner/payments/$batch_uuid': of => `/employer/partner/payments/${of.batch}`,
  '/contractor/payment-methods/replace/$destinationId': of =>
    `/contractor/payment-methods/replace/${of.destination}`,
  '/contractor/send-invoice/$uuid': of => `/contractor/send-invoice/${of.invoice}`,
  '/contractor/invitations/$domainName': of => `/contractor/invitations/${of.domain}`,
  '/operations/employers/$employerDomain/payroll': of =>
    `/operations/employers/${of.domain}/payroll`,
  '/operations/employers/$employerDomain/$payrollType': of =>
    `/operations/employers/${of.domain}/historical`,
}

function ofContractor({ contractor }: Named): string {
  return `/employer/contractors/${part(contractor)}`
}

/** The address of a screen, or undefined where what its path names is not there to be seen. */
export function addressOf({ path }: Screen, named: Named, role: Role): string | undefined {
  const address = path.includes('$') ? FOUND[path]?.(named, role) : path
  return address?.includes(NOTHING) ? undefined : address
}

/** Of a screen that gives what is made there an address of its own, the beginning of it. */
const LEADS_ON: Readonly<Record<string, (address: string) => string>> = {
  '/employer/contractors/$contractorId/contract/new': address => address.replace(/new$/, ''),
}

/** Whether a screen opened at its address, or at the one that it gives to what is made there. */
export function leadsTo(path: string, address: string, reached: string): boolean {
  const on = LEADS_ON[path]
  return reached === address || (on !== undefined && reached.startsWith(on(address)))
}
