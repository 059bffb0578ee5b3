/**
 * Every screen of the three roles on the demo's story, wide and on a phone: it opens, says nothing wrong,
 * moves nothing while it comes, axe finds nothing, and nothing is laid out wrong.
 */
import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible, expectLaidOut } from './judge.ts'
import { layoutShift } from './layout.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const PATHS = {
  employer: [
    '/dashboard',
    '/employer/contractors',
    '/employer/payroll-run',
    '/employer/payroll-historical',
    '/employer/payroll-setup',
    '/employer/payroll-setup/addPayrollPolicy',
    '/employer/fund-payroll',
    '/employer/fund-payroll/add-banking-fund',
    '/employer/fund-payroll/add-crypto-fund',
    '/employer/banking-information',
    '/employer/reports',
    '/employer/team',
    '/employer/onboarding',
    '/dashboard/employer/kyc',
    '/dashboard/employer/terms-of-service',
    '/account/security',
  ],
  contractor: [
    '/dashboard',
    '/contractor/my-profile',
    '/contractor/notifications',
    '/contractor/contracts',
    '/contractor/payment-methods',
    '/contractor/payment-methods/banking-information',
    '/contractor/reports',
    '/dashboard/contractor/complete-profile',
    '/dashboard/contractor/privacy-policy',
    '/account/security',
  ],
  operator: [
    '/dashboard',
    '/operations/employers',
    '/operations/contractors',
    '/operations/funds',
    '/operations/screening',
    '/operations/operators',
    '/operations/transactions',
    '/operations/transactions/checklist',
    '/operations/employers/demo.corridor.test/payroll',
    '/account/security',
  ],
} as const
/** As the browser counts it: a thing of the screen's size that moves by its height is 1. */
const MOST_SHIFT = 0.005
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
  '/verify',
  '/contracts/shared#an-unknown-link',
  '/join?token=an-unknown-invitation-token',
]

let corridor: Corridor
let browser: Browser

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

for (const [width, colorScheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  for (const role of ['employer', 'contractor', 'operator'] as const) {
    test(`${role}, ${width} px, ${colorScheme}`, async () => {
      const page = await open(width, colorScheme)
      await logIn(page, corridor.origin, `${role}@demo.corridor.test`, PASSWORD)
      for (const path of PATHS[role]) await test.step(path, () => look(page, path))
      if (role === 'employer') await test.step('the cycle that waits', () => lookAtCycle(page))
      if (role === 'contractor') await test.step('the security dialogs', () => lookAtDialogs(page))
      await page.context().close()
    })
  }

  test(`the open pages, ${width} px, ${colorScheme}`, async () => {
    const page = await open(width, colorScheme)
    for (const path of PUBLIC) await test.step(path, () => look(page, path))
    await page.context().close()
  })
}

async function open(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

async function look(page: Page, path: string): Promise<void> {
  const wrong: string[] = []
  page.on('pageerror', error => wrong.push(error.message))
  page.on('response', response => {
    if (response.status() >= 500) wrong.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(`${corridor.origin}${path}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  const { sum, moved } = await page.evaluate(layoutShift)
  expect.soft(sum, `${path} moves while it comes: ${moved.join(', ')}`).toBeLessThan(MOST_SHIFT)
  await judge(page, path)
  expect(wrong, path).toEqual([])
}

async function lookAtCycle(page: Page): Promise<void> {
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page.getByText('Biweekly, engineering').first().click()
  await expect(page.getByRole('heading', { name: 'Dry run' })).toBeVisible()
  await judge(page, 'the cycle')
}

async function lookAtDialogs(page: Page): Promise<void> {
  await page.goto(`${corridor.origin}/account/security`)
  for (const name of ['Set up', 'Add a passkey']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await judge(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}

/** At the width that the page was opened at, and at the next one below. */
async function judge(page: Page, what: string): Promise<void> {
  const { width = 1280, height = 844 } = page.viewportSize() ?? {}
  await expectAccessible(page, what)
  await expectLaidOut(page, what, [width, width > 1000 ? 1024 : 320])
  await page.setViewportSize({ width, height })
}

test('the search finds a person by the keyboard alone, and leads to them', async () => {
  const page = await open(1280, 'light')
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  const find = async (text: string) => {
    await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type(text)
  }
  await find('amara')
  await expect(page.getByRole('option', { selected: true })).toContainText('Amara Okafor')
  await judge(page, 'the search')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/employer\/contractors\/.+\/profile\/read$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await find('nobody is called so')
  await expect(page.getByText('Nothing found for “nobody is called so”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.context().close()
})

test('what fails is said in the words of the specification', async () => {
  const page = await open(390, 'light')
  const answer = (status: number, body: object | string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
  await logIn(page, corridor.origin, 'contractor@demo.corridor.test', PASSWORD)
  await test.step('a document', async () => {
    await page.route('**/api/v1/contractor/documents/*', answer(500, ''))
    await page.goto(`${corridor.origin}/contractor/my-profile`)
    await page
      .getByRole('button', { name: /^Open (?!menu)/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByText(
        'Encountered an error while fetching the document.. Please try again later.',
      ),
    ).toBeVisible()
    await expect(dialog.getByText('Unknown error occurred')).toBeVisible()
  })
  await test.step('a file', async () => {
    await page.route('**/api/v1/user/payslips/*', answer(503, { detail: 'The printer is away.' }))
    await page.goto(`${corridor.origin}/contractor/reports`)
    await page
      .getByRole('button', { name: /^PDF of the payslip/ })
      .first()
      .click()
    const alert = page.getByRole('alert')
    await expect(alert.getByText('Could not download file.')).toBeVisible()
    await expect(alert.getByText('The printer is away.')).toBeVisible()
    await judge(page, 'an alert')
  })
  await test.step('what is not there', async () => {
    const gone = { code: 'NOT_FOUND', detail: 'There is no such contractor.' }
    await page.route('**/api/v1/contractor', answer(404, gone))
    // Without what the page brings along, so that it asks by itself.
    await page.route('**/contractor/my-profile', async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script type="application.*?<\/script>/s, '')
      await route.fulfill({ response, body })
    })
    await page.goto(`${corridor.origin}/contractor/my-profile`)
    await expect(page.getByText('404 - Not found')).toBeVisible()
    await expect(page.getByText('There is no such contractor.')).toBeVisible()
  })
  await page.context().close()
})

test('without a network the page stays, and says so', async () => {
  const page = await open(1280, 'light')
  await logIn(page, corridor.origin, 'contractor@demo.corridor.test', PASSWORD)
  await page.goto(`${corridor.origin}/contractor/reports`)
  await expect(page.getByRole('button', { name: /^PDF of the payslip/ }).first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline\./)).toBeVisible()
  await page.getByRole('link', { name: 'Payment methods' }).click()
  await expect(page.getByRole('button', { name: /^PDF of the payslip/ }).first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(/^You are offline\./)).toHaveCount(0)
  await page.getByRole('link', { name: 'Payment methods' }).click()
  await expect(page).toHaveURL(/payment-methods/)
  await page.context().close()
})

test('one line item is approved by itself', async () => {
  const page = await open(1280, 'light')
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page.getByText('Biweekly, engineering').first().click()
  const unusual = page.getByRole('button', { name: 'Approve this pay of 张伟' })
  await page.getByRole('button', { name: 'Show how 张伟 is paid' }).click()
  await expect(unusual).toBeDisabled()
  await judge(page, 'an unusual line item')
  await page.getByRole('button', { name: 'Show how Amara Okafor is paid' }).click()
  await page.getByRole('button', { name: 'Approve this pay of Amara Okafor' }).click()
  await expect(page.getByText('The pay of Amara Okafor is approved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve 4 line items' })).toBeVisible()
  await page
    .getByRole('checkbox', { name: /张伟 gets/ })
    .last()
    .check()
  await unusual.click()
  await expect(page.getByText('The pay of 张伟 is approved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve 3 line items' })).toBeVisible()
  await page.context().close()
})

/** A form: where it is, what opens it, and what is typed into which of its fields. */
type Walk = {
  readonly path: string
  readonly opens?: string
  readonly typed: Readonly<Record<string, string>>
}

const FORMS: Readonly<Record<'employer' | 'contractor', readonly Walk[]>> = {
  employer: [
    { path: '/employer/payroll-setup/addPayrollPolicy', typed: { Name: 'Monthly, design' } },
    {
      path: '/employer/onboarding',
      typed: { 'Street number and name': '1 New Street' },
    },
    {
      path: '/employer/contractors/invite',
      typed: { Email: 'new@person.test', Role: 'Designer' },
    },
    { path: '/account/security', opens: 'Change email', typed: { 'New email': 'new@me.test' } },
    { path: '/employer/team', opens: 'Invite', typed: { Email: 'mate@person.test' } },
  ],
  contractor: [
    {
      path: '/contractor/payment-methods/banking-information',
      typed: { 'Account name': 'Amara Okafor' },
    },
    {
      path: '/dashboard/contractor/complete-profile?step=personal',
      typed: { 'Street number and name': '2 New Street' },
    },
  ],
}

test('what is typed into a form is there again after a reload', async () => {
  for (const role of ['employer', 'contractor'] as const) {
    const page = await open(1280, 'light')
    await logIn(page, corridor.origin, `${role}@demo.corridor.test`, PASSWORD)
    for (const { path, opens, typed } of FORMS[role])
      await test.step(path, async () => {
        await page.goto(corridor.origin + path)
        const field = (label: string) =>
          page.getByRole('textbox', { name: new RegExp(`^${label}`) })
        const show = async () => {
          if (opens) await page.getByRole('button', { name: opens }).first().click()
        }
        await show()
        for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
        await page.reload()
        await show()
        for (const [label, text] of Object.entries(typed))
          await expect(field(label), label).toHaveValue(text)
      })
    await page.context().close()
  }
})

test('a contract that is being written survives a log-out in another tab, for its writer alone', async () => {
  const page = await open(1280, 'light')
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  const [contractor] = await corridor.query<{ sub: string }>(
    "select sub from person where email = 'contractor@demo.corridor.test'",
  )
  const path = `/employer/contractors/${encodeURIComponent(contractor?.sub ?? '')}/contract/new`
  await page.goto(corridor.origin + path)
  await page.getByLabel('Exhibit A').fill('The work, in many words.')
  await page.getByLabel('Hourly rate').fill('1e3,5')
  await page.getByLabel('Contract start date').fill('12/1/2026')
  await page.getByLabel('Role').focus()
  await expect(page.getByLabel('Hourly rate')).toHaveValue('1e3,5')
  await expect(page.getByText('Write the number with digits and a point')).toBeVisible()
  await expect(page.getByLabel('Contract start date')).toHaveValue('Dec 1, 2026')

  const other = await page.context().newPage()
  await other.goto(`${corridor.origin}/dashboard`)
  await other.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await page.getByLabel('Email').fill('employer@demo.corridor.test')
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('textbox', { name: /^Exhibit A/ })).toHaveText(
    'The work, in many words.',
  )
  await expect(page.getByText('What you typed here before is in its fields again')).toBeVisible()

  const kept = () => page.evaluate(() => Object.keys(localStorage).filter(key => /draft/.test(key)))
  expect(await kept()).toHaveLength(1)
  await page.context().clearCookies()
  await logIn(page, corridor.origin, 'contractor@demo.corridor.test', PASSWORD)
  await expect.poll(kept).toEqual([])
  await page.context().close()
})
