/**
 * The demo's story used as people do: searched by keyboard, without a network, with answers that fail, a line
 * item by itself, and forms that are left and come back to.
 */
import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judgeAsOpened } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

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

async function open(width: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

test('the search finds a person by the keyboard alone, and leads to them', async () => {
  const page = await open(1280)
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  const find = async (text: string) => {
    await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type(text)
  }
  await find('amara')
  await expect(page.getByRole('option', { selected: true })).toContainText('Amara Okafor')
  await judgeAsOpened(page, 'the search')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/employer\/contractors\/.+\/profile\/read$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await find('nobody is called so')
  await expect(page.getByText('Nothing found for “nobody is called so”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.context().close()
})

test('an address that a mail names is reached through the log-in, and stays', async () => {
  const page = await open(390)
  let seen = 0
  page.on('framenavigated', () => {
    seen += 1
  })
  await page.goto(`${corridor.origin}/contractor/reports`)
  await page.getByRole('textbox', { name: /^Email/ }).fill('contractor@demo.corridor.test')
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 payslips')
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(`${corridor.origin}/contractor/reports`)
  // The page, the log-in, and the page again, of which the browser counts the first twice.
  expect(seen).toBeLessThan(6)
  await page.context().close()
})

test('what fails is said in the words of the specification', async () => {
  const page = await open(390)
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
    await judgeAsOpened(page, 'an alert')
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

// On a day on which all is well, and on one on which something is wrong.
for (const email of ['employer@demo.corridor.test', 'owner@harbor.test'])
  test(`the home of an employer stands before its scripts have come, and is then the same: ${email}`, async () => {
    const page = await open(1280)
    await logIn(page, corridor.origin, email, PASSWORD)
    await page.addInitScript(watchForSkeletons)
    let come = () => {}
    const scripts = new Promise<void>(done => {
      come = done
    })
    await page.route('**/assets/*.js', async route => {
      await scripts
      await route.continue()
    })
    const served = page.locator('.served')
    // A server that has much to do sends a page without its home rather than late (decision 0049).
    await expect(async () => {
      await page.goto(`${corridor.origin}/dashboard`, { waitUntil: 'commit' })
      await expect(served.locator('h1')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    const [title, menu] = [served.locator('h1'), served.getByRole('navigation').first()]
    const before = await Promise.all([title, menu].map(part => part.innerText()))
    const places = await Promise.all([title, menu].map(part => part.boundingBox()))
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(served).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 900 })
    come()
    await expect(served).toHaveCount(0)
    const live = [page.locator('h1'), page.getByRole('navigation', { name: 'Pages' })]
    expect(await Promise.all(live.map(part => part.innerText()))).toEqual(before)
    expect(await Promise.all(live.map(part => part.boundingBox()))).toEqual(places)
    expect(await page.evaluate(() => document.documentElement.dataset.waited)).toBeUndefined()
    // Whoever left while the provider could not be told is not shown again.
    await page.evaluate(() => localStorage.setItem('corridor.sign-out-untold', 'yes'))
    await page.goto(`${corridor.origin}/dashboard`, { waitUntil: 'commit' })
    await expect(served).toBeHidden()
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.context().close()
  })

test('who pays reminds the person for whom a pay waits, once on a day', async () => {
  const page = await open(390)
  await logIn(page, corridor.origin, 'owner@harbor.test', PASSWORD)
  await page.getByRole('button', { name: 'Remind Owen MacLeod' }).click()
  await expect(page.locator('.wrong-now').getByText(/^Reminded /)).toBeVisible()
  const { body } = await corridor.mail('owen@macleod.test', /reminds you of your pay of/)
  expect(body).toContain('Say which account it goes to instead.')
  await page.reload()
  await expect(page.locator('.wrong-now').getByText(/^Reminded /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind Owen MacLeod' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See pay' }).click()
  await expect(page.getByText(/^Reminded /)).toBeVisible()
  await page.context().close()
})

test('without a network the page stays, and says so', async () => {
  const page = await open(1280)
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
  const page = await open(1280)
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page.getByText('Biweekly, engineering').first().click()
  const unusual = page.getByRole('button', { name: 'Approve this pay of 张伟' })
  await page.getByRole('button', { name: 'Show how 张伟 is paid' }).click()
  await expect(unusual).toBeDisabled()
  await judgeAsOpened(page, 'an unusual line item')
  await page.getByRole('button', { name: 'Show how Chloé Tremblay is paid' }).click()
  await page.getByRole('button', { name: 'Approve this pay of Chloé Tremblay' }).click()
  await expect(page.getByText('The pay of Chloé Tremblay is approved.')).toBeVisible()
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
    const page = await open(1280)
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
  const page = await open(1280)
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  const [contractor] = await corridor.query<{ sub: string }>(
    "select sub from person where email = 'contractor@demo.corridor.test'",
  )
  const path = `/employer/contractors/${encodeURIComponent(contractor?.sub ?? '')}/contract/new`
  // What the server has taken needs no keeping on the device: nothing reaches it here, however slow the machine.
  await page.route('**/api/v1/contracts/*/draft', route => route.abort())
  await page.goto(corridor.origin + path)
  await page.getByLabel('Exhibit A').fill('The work, in many words.')
  await page.getByLabel('Hourly rate').fill('1e3,5')
  await page.getByLabel('Contract start date').fill('11/2/2026')
  await page.getByLabel('Role').focus()
  await expect(page.getByLabel('Hourly rate')).toHaveValue('1e3,5')
  await expect(page.getByText('Write the number in digits alone')).toBeVisible()
  await expect(page.getByLabel('Contract start date')).toHaveValue('Nov 2, 2026')

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

  // The log-in expires while somebody types: by a call of the page, and by a reload. Either leads back to what was typed.
  for (const [words, expire] of [
    [
      'More of it.',
      // Whoever was let in a moment ago still is: calls are made until one is refused.
      async () => {
        let clicks = 0
        await expect
          .poll(async () => {
            const link = `nav a[href="/employer/${['contractors', 'reports'][clicks++ % 2]}"]`
            // The page may be on its way to the log-in by now.
            await page.$$eval(link, ([found]) => (found as HTMLElement)?.click()).catch(() => {})
            return page.url()
          })
          .toMatch(/\/auth\/login\?next=/)
      },
    ],
    ['And more.', () => page.reload()],
  ] as const) {
    await page.goto(corridor.origin + path)
    await page.getByLabel('Exhibit A').fill(words)
    await expect
      .poll(async () => page.evaluate(() => JSON.stringify(localStorage)))
      .toContain(words)
    await corridor.query(
      `delete from auth.session using auth."user" u where u.id = "userId" and u.email = 'employer@demo.corridor.test'`,
    )
    await corridor.query(
      "update session set ended_at = now() where sub = (select sub from person where email = 'employer@demo.corridor.test')",
    )
    await expire()
    await expect(page).toHaveURL(/\/auth\/login\?next=/)
    await page.getByLabel('Email').fill('employer@demo.corridor.test')
    await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).not.toHaveURL(/auth\/login/)
    await page.goto(corridor.origin + path)
    await expect(page.getByRole('textbox', { name: /^Exhibit A/ })).toHaveText(words)
  }
  await page.context().clearCookies()
  await logIn(page, corridor.origin, 'contractor@demo.corridor.test', PASSWORD)
  await expect.poll(kept).toEqual([])
  await page.context().close()
})

/** Marks a page on which what stood there already made way for a skeleton. */
function watchForSkeletons(): void {
  let stood = false
  new MutationObserver(() => {
    stood ||= document.querySelector('.served h1') !== null
    if (stood && document.querySelector('main .sk')) document.documentElement.dataset.waited = 'yes'
  }).observe(document, { childList: true, subtree: true })
}
