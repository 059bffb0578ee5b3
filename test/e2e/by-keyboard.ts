/** An approval as it is given by who has no pointer, and read by who has no screen. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Tabs to it from where the focus is, as who has no pointer does, and presses a key there. */
async function pressByKeyboard(page: Page, target: Locator, key: 'Enter' | 'Space'): Promise<void> {
  for (let tabs = 0; tabs < 150; tabs++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  throw new Error(`no key leads to ${target}`)
}

/** Approves the one pay of 3336.25 USD that waits, from the list of cycles on, and looks at what is said of it before. */
export async function approveByKeyboard(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/employer/payroll-run`)
  await pressByKeyboard(page, page.getByRole('link', { name: 'Review' }).first(), 'Enter')
  const approve = page.getByRole('button', { name: 'Approve 1 line item' })
  await expect(approve).toBeVisible()
  // What is approved, what it costs and what it waits for is said, in the order in which it is decided.
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Pay 1 contractor 3336.25 USD on Friday, January 29" [level=1]
      - region "Funding":
        - table "Funding by currency":
          - rowgroup:
            - row /USD 3336\\.25 0\\.00 .* 3336\\.25 short/
      - region "Before you approve":
        - list:
          - listitem:
            - checkbox /gets 3336\\.25 USD for 78\\.50 hours/
      - region "Dry run":
        - definition: 3336.25 USD
        - checkbox /Approve ahead of funding/
        - button "Approve 1 line item" [disabled]
      - heading "Line items" [level=2]
  `)
  for (const box of await page.locator('.acks input[type=checkbox]').all())
    await pressByKeyboard(page, box, 'Space')
  await pressByKeyboard(page, page.getByLabel('Approve ahead of funding'), 'Space')
  await expect(approve).toBeEnabled()
  await pressByKeyboard(page, approve, 'Enter')
  await expect(page.getByText('Approved pay').first()).toBeVisible()
}
