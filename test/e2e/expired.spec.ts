/** A log-in that ends in the middle of forms: each is typed into, the session ends, and after the next log-in everything that was typed stands there again. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

/** A form: where it stands, the button that opens it, what is typed, and what sends it. */
type Form = {
  readonly path: string
  readonly open?: string
  readonly typed: Readonly<Record<string, string>>
  readonly send?: string
}

/** What the last form of each person sends is refused for the session that ended, and sent again after the log-in. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  'employer@demo.corridor.test': [
    {
      path: '/employer/contractors/invite',
      typed: { Email: 'nadia@ruiz.test', Role: 'Illustrator' },
    },
    { path: '/employer/team', open: 'Invite', typed: { Email: 'olga@northwind.test' } },
    { path: '/employer/payroll-setup/addPayrollPolicy', typed: { Name: 'Weekly, support' } },
    {
      path: '/employer/payroll-run/off-cycle',
      typed: { Amount: '250.00', 'What for': 'Travel to Gdansk' },
    },
    { path: '/employer/fund-payroll/add-banking-fund', typed: { 'Account name': 'Northwind' } },
    { path: '/employer/reports/journal', typed: { Code: '42-9' } },
    {
      path: '/employer/onboarding',
      typed: { 'Business name': 'Northwind Arms', 'Apartment or unit': '14' },
      send: 'Save',
    },
  ],
  'contractor@demo.corridor.test': [
    {
      path: '/contractor/invoice/create-invoice',
      typed: {
        'Work from': 'Nov 2, 2026',
        'Description of item 1': 'Firmware 2.4',
        'Amount of item 1': '2400.00',
        Note: 'Thank you.',
      },
    },
    {
      path: '/contractor/payment-methods/banking-information',
      typed: { 'Account name': 'Savings' },
    },
    {
      path: '/dashboard/contractor/complete-profile?step=personal',
      typed: { 'Middle name': 'Chidi', 'Apartment or unit': '7B' },
    },
    {
      path: '/contractor/create-client',
      typed: {
        Contact: 'Magda Nowak',
        Company: 'Latarnia Optics',
        Email: 'magda@latarnia.test',
        Country: 'Italy',
        Province: 'Liguria',
        'Street number': 'Via del Mare 7',
        'Postal code': '16121',
        City: 'Genova',
      },
      send: 'Add client',
    },
  ],
  'operator@demo.corridor.test': [
    {
      path: '/operations/funds',
      open: 'Book funding',
      typed: { 'Employer’s domain': 'demo.corridor.test', 'Reference of the bank': 'W-17' },
    },
    { path: '/operations/screening', typed: { Why: 'Another date of birth.' } },
  ],
}

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

for (const [email, forms] of Object.entries(FORMS))
  test(`what ${email} typed is there after the log-in ended`, async () => {
    const page = await openPage(browser)
    await logIn(page, corridor.origin, email, PASSWORD)
    const typed: { at: string; form: Form; said: Said }[] = []
    for (const form of forms) {
      await openForm(page, corridor.origin + form.path, form)
      const said = await type(page, form)
      typed.push({ at: page.url(), form, said })
    }
    const last = typed.at(-1)
    await endSession(page, email)
    if (last?.form.send) await page.getByRole('button', { name: last.form.send }).click()
    else await page.reload()
    await expect(page).toHaveURL(/\/auth\/login\?next=/)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(last?.at ?? '')
    for (const { at, form, said } of typed.toReversed()) {
      if (at !== last?.at) await openForm(page, at, form)
      else if (form.open) await page.getByRole('button', { name: form.open }).first().click()
      for (const [label, value] of Object.entries(said))
        await expect.soft(field(page, label), `${form.path}: ${label}`).toHaveValue(value)
      if (!form.send) continue
      await page.getByRole('button', { name: form.send }).click()
      await expect(page).not.toHaveURL(at)
    }
    await page.context().close()
  })

type Said = Readonly<Record<string, string>>

function field(page: Page, label: string) {
  return page
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator('input, textarea'))
    .first()
}

async function openForm(page: Page, at: string, { open }: Form): Promise<void> {
  await page.goto(at)
  if (open) await page.getByRole('button', { name: open }).first().click()
}

/** Types into a form; answers what stands in its fields once they are left. */
async function type(page: Page, { typed }: Form): Promise<Said> {
  const said: Record<string, string> = {}
  for (const [label, value] of Object.entries(typed)) {
    await field(page, label).fill(value)
    if ((await field(page, label).getAttribute('role')) === 'combobox')
      await page.getByRole('option', { name: value }).first().click()
  }
  for (const label of Object.keys(typed)) said[label] = await field(page, label).inputValue()
  return said
}

/** Ends somebody's sessions as time does, and waits until no call of theirs is answered any more. */
async function endSession(page: Page, email: string): Promise<void> {
  const token = await page.evaluate(
    async () => (await (await fetch('/api/auth/token')).json()).token as string,
  )
  await corridor.query(
    'delete from auth.session using auth."user" u where u.id = "userId" and u.email = $1',
    [email],
  )
  await corridor.query(
    'update session set ended_at = now() where sub = (select sub from person where email = $1)',
    [email],
  )
  const asked = () =>
    page.evaluate(async bearer => {
      const headers = { authorization: `Bearer ${bearer}` }
      return (await fetch('/api/v1/user/me', { headers })).status
    }, token)
  await expect.poll(asked).toBe(401)
}
