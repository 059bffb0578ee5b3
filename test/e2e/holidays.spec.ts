/** An employer says on which days the company is closed. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible } from './judge.ts'
import { logIn } from './screens.ts'

let corridor: Corridor
let browser: Browser
let page: Page

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  page = await browser.newPage()
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', 'Corridor-demo-2026!')
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('days on which the company is closed survive a reload while they are typed, are saved, and removed again', async () => {
  const [pay_date] = await corridor.query<{ day: string }>(
    "select (date_trunc('week', now() + interval '30 days') + interval '4 days')::date::text as day",
  )
  const day = pay_date?.day ?? ''

  await page.goto(`${corridor.origin}/employer/payroll-setup`)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await expect(page.getByText('New Year’s Day')).toBeVisible()
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('What it is').fill('Company closed')
  await page.getByRole('button', { name: 'Save holidays' }).click()
  await expect(page.getByText('Choose a day.')).toBeVisible()
  await page.getByRole('group', { name: 'Day 1' }).getByRole('textbox').first().fill(day)
  await page.reload()
  await expect(page.getByLabel('What it is')).toHaveValue('Company closed')
  await expectAccessible(page, 'the holidays')
  await page.getByRole('button', { name: 'Save holidays' }).click()
  await expect(page.getByText('The holidays are saved.')).toBeVisible()
  const [kept] = await corridor.query<{ holidays: { date: string; label: string }[] }>(
    'select holidays from holiday_calendar order by version desc limit 1',
  )
  expect(kept?.holidays).toEqual([{ date: day, label: 'Company closed' }])
  await page.reload()
  await expect(page.getByLabel('What it is')).toHaveValue('Company closed')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save holidays' }).click()
  await expect(page.getByLabel('What it is')).toHaveCount(0)
})
