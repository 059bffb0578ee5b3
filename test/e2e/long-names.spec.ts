/** Names as long as some are, from the left and from the right: on a phone they are read whole, and no page scrolls sideways for one. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { faultsAt } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const NARROW = 390

let corridor: Corridor
let browser: Browser
test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  await corridor.byHand(`update person set
    first_name = case when email like 'o%' then 'عبدالرحمن عبدالعزيز' else 'Maximiliana-Alexandrina' end,
    last_name = case when email like 'o%' then 'المحمدالبرغوثيالحسيني' else 'Wolfeschlegelsteinhausenberger' end
    where type = 'contractor'`)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

/** A name takes the lines that it needs beside an amount. */
async function wrongAt(page: Page, width: number): Promise<string[]> {
  const found = await faultsAt(page, width)
  return found.filter(fault => !/is squeezed into \d lines$/.test(fault))
}

test('long names are read whole on a phone', async () => {
  const [failed] = await corridor.query<{ path: string }>(
    `select concat_ws('/', '/employer/payroll-run/paycycle', c.policy_uuid, c.cycle_uuid, 'APPROVED') path
      from payment p join line_item i on i.line_item_uuid = p.line_item_uuid join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      where p.status = 'FAILED'`,
  )
  const work = '/operations/transactions?tab=work'
  for (const [email, paths] of [
    ['operator@demo.corridor.test', ['/dashboard', '/operations/contractors', work]],
    ['owner@harbor.test', ['/dashboard', '/employer/contractors', failed?.path ?? '']],
    ['owen@macleod.test', ['/dashboard', '/contractor/my-profile']],
  ] as const) {
    const page = await openPage(browser, NARROW)
    await logIn(page, corridor.origin, email, PASSWORD)
    for (const path of paths) {
      await page.goto(corridor.origin + path)
      await expect(page.locator('h1').first()).toBeAttached()
      await page.waitForLoadState('networkidle')
      expect.soft(await wrongAt(page, NARROW), path).toEqual([])
    }
    await page.context().close()
  }
})

test('what a bank says of a part at length wraps in its cell, and the measure finds it where it does not', async () => {
  await corridor.byHand(`update payment set failure_reason = repeat('The receiving bank refused it, and asks for more. ', 4)
    where status = 'FAILED'`)
  const [failed] = await corridor.query<{ path: string }>(
    `select concat_ws('/', '/employer/payroll-run/paycycle', c.policy_uuid, c.cycle_uuid, 'APPROVED') path
      from payment p join line_item i on i.line_item_uuid = p.line_item_uuid join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      where p.status = 'FAILED'`,
  )
  const cutOff = /is cut by|scrolls sideways|lies over/
  for (const widths of [
    [1280, 1024],
    [NARROW, 320],
  ] as const) {
    const page = await openPage(browser, widths[0])
    await logIn(page, corridor.origin, 'owner@harbor.test', PASSWORD)
    await page.goto(corridor.origin + (failed?.path ?? ''))
    await page.locator('[aria-expanded=false][aria-label^="Show how"]').first().click()
    await expect(page.locator('.prov .sentences').first()).toBeVisible()
    for (const width of widths) expect.soft(await wrongAt(page, width), String(width)).toEqual([])
    await expect(page.locator('.prov .sentences').first()).toBeVisible()
    // On purpose as it was, with the day of its arrival pushed out of sight.
    await page.addStyleTag({ content: '.prov td .sentences { white-space: nowrap !important; }' })
    for (const width of widths)
      expect.soft((await faultsAt(page, width)).join(), `${width}, broken`).toMatch(cutOff)
    await page.context().close()
  }
})
