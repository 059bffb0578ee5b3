/**
 * Every screen of the three roles on the demo's story: it opens, says nothing wrong, moves nothing while it comes, axe finds nothing, and
 * nothing is laid out wrong. Wide and on a phone are files of their own, so that both are looked at at once.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judgeAsOpened } from './judge.ts'
import { layoutShift } from './layout.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
/** The screens that each has without opening anything. */
export const PATHS = {
  employer: [
    '/dashboard',
    '/employer/contractors',
    '/employer/contractors/invite',
    '/employer/contractors/invite-many',
    '/employer/payroll-setup/holidays',
    '/employer/tax-forms',
    '/employer/payroll-run',
    '/employer/payroll-run/off-cycle',
    '/employer/payroll-historical',
    '/employer/payroll-setup',
    '/employer/payroll-setup/addPayrollPolicy',
    '/employer/payroll-policies',
    '/employer/payroll/upcoming',
    '/employer/payroll-run/morePayroll/PAID',
    '/employer/fund-payroll',
    '/employer/fund-payroll/add-banking-fund',
    '/employer/fund-payroll/add-crypto-fund',
    '/employer/banking-information',
    '/employer/reports',
    '/employer/reports/journal',
    '/employer/invoices',
    '/employer/team',
    '/settings',
    '/employer/onboarding',
    '/dashboard/employer/kyc',
    '/dashboard/employer/terms-of-service',
    '/account/security',
    '/account/notifications',
  ],
  contractor: [
    '/dashboard',
    '/contractor/invoice',
    '/contractor/invoice/create-invoice',
    '/contractor/create-client',
    '/contractor/my-profile',
    '/contractor/tax-forms',
    '/contractor/invitations/demo.corridor.test',
    '/contractor/notifications',
    '/contractor/contracts',
    '/contractor/payment-methods',
    '/contractor/payment-methods/banking-information',
    '/contractor/reports',
    '/contractor/payroll-policies',
    '/contractor/payroll/upcoming',
    '/contractor/payroll/current',
    '/dashboard/contractor/complete-profile',
    '/dashboard/contractor/complete-profile?step=documents',
    '/dashboard/contractor/privacy-policy',
    '/account/security',
    '/account/notifications',
  ],
  partner: [
    '/dashboard',
    '/employer/partner/payments',
    '/employer/partner/payments?kind=sandbox',
    '/employer/partner/payments/add-crypto-fund',
    '/settings',
  ],
  operator: [
    '/dashboard',
    '/operations/employers',
    '/operations/contractors',
    '/operations/funds',
    '/operations/ledger',
    '/operations/prices',
    '/operations/rates',
    '/operations/reconciliation',
    '/operations/checks',
    '/operations/screening',
    '/operations/operators',
    '/operations/transactions',
    '/operations/transactions?tab=work',
    '/operations/transactions?tab=files',
    '/operations/employers/demo.corridor.test/current',
    '/operations/transactions/checklist',
    '/operations/employers/demo.corridor.test/payroll',
    '/account/security',
    '/account/notifications',
  ],
} as const
const APART_MS = 100
const APART = 4
const HEIGHT = 844
/** While a page comes all of it is looked at: what moves below the window moves under the pointer of who was faster than it. */
const WHOLE = 3000
/** As the browser counts it: a thing of the window's size that moves by its height is 1, of which a window that is taller counts less. */
const MOST_SHIFT = (0.005 * HEIGHT) / WHOLE
const PUBLIC = [
  '/auth/login?bg=1',
  '/auth/login?bg=2#forgotPassword',
  '/auth/login?bg=3&error=cancelled',
  '/auth/popup-done',
  '/signup?bg=3',
  '/partner-signup?bg=4',
  '/terms-and-conditions',
  '/verify-email',
  '/reset-password',
  '/confirm-email-change?token=an-unknown-link',
  '/log-in-link?token=an-unknown-link',
  '/stop-invitations?token=an-unknown-link',
  '/stop-change?token=an-unknown-link',
  '/verify',
  '/contracts/shared#an-unknown-link',
  '/payment-information#an-unknown-link',
  '/join?token=an-unknown-invitation-token',
]

// Nobody changes anything here: all looks are at one story.
let corridor: Corridor
let browser: Browser

/** Looks at every screen, this wide and in these colours. */
export function lookAtEveryScreen(width: number, colorScheme: 'light' | 'dark'): void {
  test.beforeAll(async () => {
    corridor = await startCorridor({ story: true })
    browser = await launchBrowser()
  })
  test.afterAll(async () => {
    await browser?.close()
    await corridor?.stop()
  })
  for (const role of ['employer', 'partner', 'contractor', 'operator'] as const)
    test(`${role}, ${width} px, ${colorScheme}`, () => lookAs(role, width, colorScheme))
  test(`the open pages, ${width} px, ${colorScheme}`, async () => {
    const page = await open(width, colorScheme)
    for (const path of PUBLIC) await test.step(path, () => look(page, path))
    await page.context().close()
  })
}

async function lookAs(
  role: keyof typeof PATHS,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const page = await open(width, colorScheme)
  const at = role === 'partner' ? 'tideline.test' : 'demo.corridor.test'
  await logIn(page, corridor.origin, `${role}@${at}`, PASSWORD)
  for (const path of PATHS[role]) await test.step(path, () => look(page, path))
  if (role === 'employer') {
    await test.step('the cycle that waits', () => lookAtCycle(page))
    for (const path of await pagesOfContractor(page)) await test.step(path, () => look(page, path))
  }
  if (role === 'operator')
    for (const kind of ['contractors', 'employers'] as const)
      await test.step(`a review of ${kind}`, () => lookAtReview(page, kind))
  if (role === 'partner') await test.step('the batch that waits', () => lookAtBatch(page))
  if (role === 'contractor') await test.step('the security dialogs', () => lookAtDialogs(page))
  await page.context().close()
}

async function open(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await letAnswersComeApart(page, width < 1000)
  return page
}

/**
 * Answers come apart, as they do on a slow machine: in the order in which they were asked for, or the first ones last. What is drawn of
 * one must not move when the next one comes. Done in the page: a request that goes by way of the test is never had from a cache.
 */
async function letAnswersComeApart(page: Page, inOrder: boolean): Promise<void> {
  await page.addInitScript(
    ({ inOrder, APART_MS, APART }) => {
      const ask = window.fetch
      let asked = 0
      window.fetch = async (...request) => {
        const place = asked++
        const steps = inOrder ? place % APART : Math.max(0, APART - place)
        await new Promise(resolve => setTimeout(resolve, APART_MS * steps))
        return ask(...request)
      }
    },
    { inOrder, APART_MS, APART },
  )
}

async function look(page: Page, path: string): Promise<void> {
  const wrong: string[] = []
  page.on('pageerror', error => wrong.push(error.message))
  page.on('response', response => {
    if (response.status() >= 500) wrong.push(`${response.status()} ${response.url()}`)
  })
  const { width = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: WHOLE })
  await page.goto(`${corridor.origin}${path}`)
  // Not by its role: behind a dialog that the address opens, the page has none.
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page).toHaveTitle(/. · Corridor$/)
  await page.waitForLoadState('networkidle')
  const { sum, moved } = await page.evaluate(layoutShift)
  expect.soft(sum, `${path} moves while it comes: ${moved.join(', ')}`).toBeLessThan(MOST_SHIFT)
  await page.setViewportSize({ width, height: HEIGHT })
  await judgeAsOpened(page, path)
  expect(wrong, path).toEqual([])
}

async function lookAtCycle(page: Page): Promise<void> {
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page.getByText('Biweekly, engineering').first().click()
  await expect(page.getByRole('heading', { name: 'Dry run' })).toBeVisible()
  await judgeAsOpened(page, 'the cycle')
}

/** The pages of one contractor: the profile, contracts, pay and the way out. */
async function pagesOfContractor(page: Page): Promise<string[]> {
  await page.goto(`${corridor.origin}/employer/contractors`)
  const profile = page.locator('main a[href$="/profile/read"]').first()
  const of = (await profile.getAttribute('href'))?.replace(/\/profile\/read$/, '') ?? ''
  await page.goto(`${corridor.origin}${of}/contracts`)
  const read = page.locator('main a[href$="/read"][href*="/contract/"]').first()
  return [
    `${of}/profile/read`,
    `${of}/contracts`,
    `${of}/contract/new`,
    (await read.getAttribute('href')) ?? '',
    `${of}/configure-payroll`,
    `${of}/configure-payroll/read`,
    `${of}/offboard`,
  ]
}

/** Who waits for a review, claimed, with the first document open; where nobody does, somebody who was. */
async function lookAtReview(page: Page, kind: 'contractors' | 'employers'): Promise<void> {
  await page.goto(`${corridor.origin}/operations/${kind}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Review|Open) / })
    .first()
    .click()
  await expect(page).toHaveURL(/open=/)
  await page.waitForLoadState('networkidle')
  await judgeAsOpened(page, `a review of ${kind}`)
}

async function lookAtBatch(page: Page): Promise<void> {
  await page.goto(`${corridor.origin}/employer/partner/payments`)
  await page.getByRole('link', { name: /^payouts-/ }).click()
  await expect(page.getByRole('heading', { name: 'Left out' })).toBeVisible()
  const { pathname } = new URL(page.url())
  await look(page, pathname)
}

async function lookAtDialogs(page: Page): Promise<void> {
  await page.goto(`${corridor.origin}/account/security`)
  for (const name of ['Set up', 'Add a passkey']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await judgeAsOpened(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}
