/**
 * What goes wrong with pay and how it is mended on the screens: a rate that moved since the approval, a payment that came back, days
 * that no cycle holds, days that no line item pays. What an older version or the world left is written into the database.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const DOMAIN = 'demo.corridor.test'
const NAME = 'Юлія Шевчук'

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

async function openAs(role: 'employer' | 'operator', width = 1280): Promise<Page> {
  const page = await openPage(browser, width)
  await logIn(page, corridor.origin, `${role}@${DOMAIN}`, PASSWORD)
  return page
}

test('a payment that came back is marked unpaid, and waits to be sent again', async () => {
  const page = await openAs('operator')
  await page.goto(`${corridor.origin}/operations/employers/${DOMAIN}/payroll`)
  await page
    .getByRole('button', { name: /^Show the line items of/ })
    .nth(1)
    .click()
  const line = page.getByRole('listitem').filter({ hasText: NAME })
  await line.getByRole('button', { name: 'Mark UAH unpaid' }).click()
  const dialog = page.getByRole('dialog')
  await judge(page, 'marking unpaid')
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('RETURNED-77')
  await dialog.getByRole('button', { name: 'Mark unpaid' }).click()
  await expect(page.getByText(`The pay of ${NAME} is marked unpaid.`)).toBeVisible()
  await expect(line.getByText('Scheduled')).toBeVisible()
  // First of all tests here: what a test changes by hand halts payments at the next check of the invariants.
  await expect(async () => {
    // What is due is held while the invariants are still checked after a start.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/(is|are) ready to leave$/)
  }).toPass()
  await page.context().close()
})

test('a rate that moved since the approval is accepted as it was seen', async () => {
  const page = await openAs('employer')
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  // The first is what came back.
  await page.getByRole('link', { name: 'Biweekly, engineering' }).nth(1).click()
  await page.getByRole('button', { name: `Show how ${NAME} is paid` }).click()
  await page.getByRole('button', { name: `Approve this pay of ${NAME}` }).click()
  await expect(page.getByText(`The pay of ${NAME} is approved.`)).toBeVisible()
  await corridor.byHand(
    `insert into fx_rate (from_currency, to_currency, rate, source, as_of)
      select from_currency, to_currency, (rate::numeric * 0.9)::text, source, as_of + interval '1 minute' from fx_rate where to_currency = 'UAH'
        order by as_of desc limit 1`,
  )
  await page.reload()
  await page.getByRole('button', { name: `Show how ${NAME} is paid` }).click()
  await expect(page.getByText('instead of')).toBeVisible()
  await judge(page, 'a rate to accept')
  await page.getByRole('button', { name: `Show how ${NAME} is paid` }).click()
  await page.getByRole('button', { name: 'Accept the new rate' }).click()
  await expect(page.getByText('The new rate is accepted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept the new rate' })).toHaveCount(0)
  await page.context().close()
})

test('days that no pay cycle holds are filled by an operator', async () => {
  await corridor.byHand(`
    alter table pay_cycle disable trigger cycles_follow;
    insert into pay_cycle (cycle_uuid, employer_uuid, policy_uuid, period_index, start_date, end_date, nominal_pay_date, pay_date, opened_at)
      select gen_random_uuid(), employer_uuid, policy_uuid, period_index + 2, end_date + 8, end_date + 14, end_date + 19, end_date + 19, opened_at
        from pay_cycle where employer_uuid = (select employer_uuid from employer where domain = '${DOMAIN}')
        order by end_date desc limit 1;
    set constraints all immediate;
    alter table pay_cycle enable trigger cycles_follow`)
  const page = await openAs('operator')
  await page.goto(`${corridor.origin}/operations/employers/${DOMAIN}/payroll`)
  await expect(page.getByText('No pay cycle holds')).toBeVisible()
  await judge(page, 'a gap')
  await page.getByRole('button', { name: 'Fill the gap' }).click()
  await expect(page.getByText('The gap is filled.')).toBeVisible()
  await expect(page.getByText('No pay cycle holds')).toHaveCount(0)
  await page.context().close()
})

test('days that no line item pays are added to the next pay cycle', async () => {
  const [item] = await corridor.query<{ contractor_sub: string; contract_uuid: string }>(`
    delete from line_item i using pay_cycle c
      where c.cycle_uuid = i.cycle_uuid and i.status = 'PENDING_APPROVAL' and i.hourly_rate_minor = 3800
        and c.start_date = (select min(start_date) from pay_cycle join line_item using (cycle_uuid) where status = 'PENDING_APPROVAL')
      returning i.contractor_sub, i.contract_uuid`)
  const page = await openAs('employer')
  await page.goto(
    `${corridor.origin}/employer/contractors/${encodeURIComponent(item?.contractor_sub ?? '')}/contract/${item?.contract_uuid}/read`,
  )
  await expect(page.getByText('Earned and not paid.')).toBeVisible()
  await judge(page, 'an unpaid period')
  await page.getByRole('button', { name: /^Add to the pay of/ }).click()
  await expect(page.getByText('Added to the next pay cycle. It waits for approval.')).toBeVisible()
  await expect(page.getByText('Earned and not paid.')).toHaveCount(0)
  await page.context().close()
})
