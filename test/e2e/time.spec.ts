/**
 * Time as people report it: from a phone, with and without a network; accepted, corrected with a reason, and asked for by a policy.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const CONTRACTOR = 'contractor@demo.corridor.test'
const WEI = 'wei@zhang.test'

let corridor: Corridor
let browser: Browser

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

async function openAs(email: string, width = 390): Promise<Page> {
  const page = await openPage(browser, width)
  await logIn(page, corridor.origin, email, PASSWORD)
  return page
}

async function openCycle(page: Page): Promise<void> {
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page.getByRole('link', { name: 'Biweekly, engineering' }).first().click()
  await expect(page.getByRole('heading', { name: 'Line items' })).toBeVisible()
}

const standing = (page: Page) => page.getByRole('status').filter({ hasText: /Reported|Not sent/ })

test('a contractor reports time from a phone: from home, half an hour less, sent', async () => {
  const page = await openAs(WEI)
  await expect(page.getByText(/^Report your time for/)).toBeVisible()
  await judge(page, 'home asks for time')
  await page.getByRole('link', { name: 'Report your time' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^80\.00 hours, paid on/)
  await judge(page, 'a timesheet')
  await page.getByRole('button', { name: /^Half an hour less on Tuesday/ }).click()
  await page.getByLabel(/^Hours on Wednesday/).fill('6,5')
  await page.getByLabel(/^Note for/).fill('Out on Wednesday afternoon.')
  await page.getByRole('button', { name: 'Report 78.00 hours' }).click()
  await expect(standing(page)).toContainText('Reported 78.00 hours')
  await expect(page.getByRole('button', { name: /^Report \d/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Take the report back' }).click()
  await expect(page.getByText('Your report is taken back.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^80\.00 hours/)
  await page.getByRole('button', { name: 'In sum' }).click()
  await page.getByLabel('Hours in all').fill('76')
  await page.getByRole('button', { name: 'Report 76.00 hours' }).click()
  await expect(standing(page)).toContainText('Reported 76.00 hours')
  await page.context().close()
})

test('at four times its size nothing stays over what has the focus, and the colours of a system tell what is chosen', async () => {
  const page = await openAs(WEI)
  await page.goto(`${corridor.origin}/contractor/time`)
  await expect(page.getByRole('button', { name: 'By day' })).toBeVisible()
  for (const [width, height] of [
    [320, 256],
    [640, 512],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(coveredFocus), `${width} x ${height}`).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'active' })
  const colourOf = (pressed: boolean) =>
    page
      .locator(`.seg button[aria-pressed=${pressed}]`)
      .first()
      .evaluate(button => getComputedStyle(button).backgroundColor)
  expect(await colourOf(true)).not.toBe(await colourOf(false))
  await page.context().close()
})

/** What in the page can have the focus and then lies under something that stays in the window. Runs in the browser. */
function coveredFocus(): string[] {
  const stops = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, textarea)')
  return [...stops, ...[...stops].reverse()].flatMap(stop => {
    if (stop.matches(':disabled') || !stop.checkVisibility()) return []
    // What has it already would stay where it is.
    stop.blur()
    stop.focus()
    const { x, y, width, height } = stop.getBoundingClientRect()
    const on = document.elementFromPoint(x + width / 2, y + height / 2)
    return on && (stop.contains(on) || on.contains(stop)) ? [] : [stop.outerHTML.slice(0, 120)]
  })
}

test('without a network it is kept on the device, also after a reload, and sent when there is one', async () => {
  const page = await openAs(WEI)
  await page.goto(`${corridor.origin}/contractor/time`)
  await page.getByLabel('Hours in all').fill('75')
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline\. It leaves/)).toBeVisible()
  await page.getByRole('button', { name: 'Report 75.00 hours' }).click()
  await expect(standing(page)).toContainText('Not sent yet.')
  await judge(page, 'a timesheet that waits for a network')
  // The page comes back, and the server cannot be reached yet.
  await page.route('**/contractor/timesheets/**', route => route.abort())
  await page.context().setOffline(false)
  await page.reload()
  await expect(standing(page)).toContainText('Not sent yet.')
  await expect(page.getByLabel('Hours in all')).toHaveValue('75.00')
  await page.goto(`${corridor.origin}/dashboard`)
  await expect(page.getByText(/is not sent yet$/)).toBeVisible()
  await page.unroute('**/contractor/timesheets/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/is not sent yet$/)).toHaveCount(0)
  await page.goto(`${corridor.origin}/contractor/time`)
  await expect(standing(page)).toContainText('Reported 75.00 hours')
  const rows = await corridor.query(
    "select version from timesheet where status = 'REPORTED' and hours_hundredths = 7500",
  )
  expect(rows).toEqual([{ version: 4 }])
  await page.context().close()
})

test('an employer accepts what was reported, and corrects it with a reason that the contractor reads', async () => {
  // Who corrects is not who approves.
  const page = await openAs('payroll@demo.corridor.test', 1280)
  await openCycle(page)
  await expect(page.getByText('77.50 h reported, 80.00 h scheduled')).toBeVisible()
  await judge(page, 'reported time in a cycle')
  await page.getByRole('button', { name: 'Accept 75.00 hours of 张伟' }).click()
  await expect(page.getByText('1 timesheet accepted.')).toBeVisible()
  await page.getByRole('link', { name: 'Correct the time of Amara Okafor' }).click()
  await page.getByLabel('Hours to pay').fill('76')
  await page.getByRole('button', { name: 'Pay these hours' }).click()
  await expect(page.getByText('Say why: Amara Okafor reads it')).toBeVisible()
  await judge(page, 'a correction')
  await page.getByLabel('Why').fill('Monday was a holiday.')
  await page.getByRole('button', { name: 'Pay these hours' }).click()
  await expect(page.getByText('Amara Okafor is told by mail.')).toBeVisible()
  await expect(page.getByText(/pays 76\.00 hours instead of the 77\.50 reported/)).toBeVisible()
  await expect(page.getByText('corrected the reported time to 76.00 hours')).toBeVisible()
  await judge(page, 'a line item with corrected time')
  await page.context().close()

  const mail = await corridor.mail(CONTRACTOR, /Your time for the pay of/)
  expect(mail.body).toContain('Monday was a holiday.')
  const contractor = await openAs(CONTRACTOR)
  await expect(contractor.getByText(/pays 76\.00 hours instead of 77\.50/)).toBeVisible()
  await judge(contractor, 'home tells of a correction')
  await contractor.goto(`${corridor.origin}/contractor/time`)
  await expect(contractor.getByText('Monday was a holiday.')).toBeVisible()
  await judge(contractor, 'a corrected timesheet')
  await contractor.context().close()
})

test('a policy that pays reported time alone is approved once each timesheet is answered', async () => {
  const page = await openAs('employer@demo.corridor.test', 1280)
  await page.goto(`${corridor.origin}/employer/payroll-setup`)
  await page.getByRole('button', { name: 'Ask for reported time' }).first().click()
  await expect(page.getByText(/pays reported time alone from now on\.$/)).toBeVisible()
  await openCycle(page)
  await expect(page.getByText(/^First answer the reported time: 3 left\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve 5 line items/ })).toBeDisabled()
  await judge(page, 'time that is asked for')
  for (const left of [2, 1]) {
    await page
      .getByRole('button', { name: /^Let scheduled time stand:/ })
      .first()
      .click()
    await expect(page.getByText(`First answer the reported time: ${left} left.`)).toBeVisible()
  }
  await page
    .getByRole('button', { name: /^Let scheduled time stand:/ })
    .first()
    .click()
  await expect(page.getByText(/^First answer the reported time/)).toHaveCount(0)
  await page.context().close()
})
