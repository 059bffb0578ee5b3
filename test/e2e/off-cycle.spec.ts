/** An employer pays outside of the calendar what is typed, which a reload does not lose. */
import { expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { layoutShift } from './layout.ts'
import { logIn, pick } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

test('an employer pays a bonus outside of the calendar, as what is typed survives a reload', async () => {
  const corridor = await startCorridor({ story: true })
  const browser = await launchBrowser()
  const employer = await openPage(browser)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await employer.goto(`${corridor.origin}/employer/payroll-run/off-cycle`)
  await pick(employer, /^Contractor/, 'Amara Okafor')
  await employer.getByLabel('Amount in USD').fill('250')
  await employer.getByLabel(/^What for/).fill('Bonus November')
  await press(employer, 'Add a payment')
  await employer.getByLabel('Amount', { exact: false }).last().fill('10')
  await judge(employer, 'an off-cycle run')
  await employer.reload()
  await expect(
    employer.getByText('What you typed here before is in its fields again'),
  ).toBeVisible()
  const { sum, moved } = await employer.evaluate(layoutShift)
  expect(sum, `the page moves while it comes: ${moved.join(', ')}`).toBeLessThan(0.005)
  await press(employer, 'Review')
  await expect(heading(employer)).toHaveText('1 of 2 payments can be sent in')
  await press(employer, 'Change the payments')
  await press(employer, 'Remove payment 2')
  await press(employer, 'Review')
  await expect(heading(employer)).toHaveText('1 of 1 payment can be sent in')
  await press(employer, 'Send 1 payment in')
  await expect(heading(employer)).toHaveText('1 payment waits for your approval')
  await expect(employer.getByText('Amara Okafor').first()).toBeVisible()
  await employer.goto(`${corridor.origin}/employer/payroll-run/off-cycle`)
  await expect(employer.getByRole('button', { name: 'Review' })).toBeDisabled()
  const cells = Array.from({ length: 120 }, (_, n) => `p${n}@example.test\t${n + 1}.50\tBonus`)
  await employer.locator('#pay_who_0').evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, cells.join('\n'))
  await expect(employer.getByText('1 to 50 of 120 payments')).toBeVisible()
  await judge(employer, 'an off-cycle run of many')
  await press(employer, 'Review')
  await expect(heading(employer)).toHaveText('0 of 120 payments can be sent in')
  await browser.close()
  await corridor.stop()
})
