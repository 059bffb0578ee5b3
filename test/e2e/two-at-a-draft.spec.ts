/** Two people at one draft of a contract: what one puts while the other types is shown, also after a reload, and neither is written over unseen. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'

let corridor: Corridor
let browser: Browser
let ingrid: Page
let marcus: Page
let edit: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  ingrid = await openPage(browser)
  marcus = await openPage(browser)
  await logIn(ingrid, corridor.origin, 'employer@demo.corridor.test', DEMO)
  await logIn(marcus, corridor.origin, 'payroll@demo.corridor.test', DEMO)
  const [found] = await corridor.query<{ sub: string }>(
    "select sub from person where email = 'contractor@demo.corridor.test'",
  )
  await ingrid.goto(
    `${corridor.origin}/employer/contractors/${encodeURIComponent(found?.sub ?? '')}/contract/new`,
  )
  await ingrid.getByLabel('Role').fill('Bookbinder')
  await ingrid.getByLabel('Hourly rate').fill('38.00')
  await ingrid.getByLabel(/^Scheduled hours/).fill('6')
  edit = ingrid.url()
  await ingrid.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(ingrid.getByText('word for word')).toBeVisible()
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('terms that were put meanwhile are asked about after a reload, and what was typed is put over them once they were seen', async () => {
  await marcus.goto(edit)
  await expect(marcus.getByLabel('Role')).toHaveValue('Bookbinder')
  await ingrid.goto(edit)
  await ingrid.getByLabel('Hourly rate').fill('41')
  await ingrid.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(ingrid.getByText('word for word')).toBeVisible()

  await marcus.getByLabel('Role').fill('Bookbinder and restorer')
  await expect(marcus.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await marcus.reload()
  const asked = marcus.getByText(/^Ingrid Solberg saved other terms of this draft/)
  await expect(asked).toBeVisible()
  await expect(marcus.getByText('41.00 as saved, 38.00 here')).toBeVisible()
  await expect(marcus.getByText('Bookbinder as saved, Bookbinder and restorer here')).toBeVisible()
  await judge(marcus, 'two versions of a draft')
  // Before it was answered nothing is put.
  await marcus.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(asked).toBeVisible()
  await marcus.getByLabel('Hourly rate').fill('41.0')
  await expect(marcus.getByText('as saved, 38.00 here')).toHaveCount(0)
  await marcus.getByRole('button', { name: 'Keep this one' }).click()
  await expect(asked).toHaveCount(0)
  await marcus.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(marcus.getByText('word for word')).toBeVisible()
  expect(
    await corridor.query(
      "select role, hourly_rate_minor::int, terms_version from contract where role like 'Bookbinder%'",
    ),
  ).toEqual([{ role: 'Bookbinder and restorer', hourly_rate_minor: 4100, terms_version: 3 }])
})

test('theirs is shown instead, and what was typed here is given up', async () => {
  await ingrid.goto(edit)
  await ingrid.getByLabel('Role').fill('Bookseller')
  await expect(ingrid.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await marcus.goto(edit)
  await expect(marcus.getByLabel('Role')).toHaveValue('Bookseller')
  await marcus.getByLabel('Role').fill('Bookseller and binder')
  await expect(marcus.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await ingrid.getByLabel('Role').fill('Bookseller of maps')
  await expect(ingrid.getByText(/changed this draft/)).toBeVisible()
  await ingrid.reload()
  await expect(ingrid.getByText(/changed this draft/)).toBeVisible()
  await expect(ingrid.getByLabel('Role')).toHaveValue('Bookseller of maps')
  await ingrid.getByRole('button', { name: 'Show that one' }).click()
  await expect(ingrid.getByLabel('Role')).toHaveValue('Bookseller and binder')
  await ingrid.getByRole('button', { name: 'Discard draft' }).click()
  await ingrid.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(ingrid.getByText('The draft has been discarded.', { exact: false })).toBeVisible()
  expect(await corridor.query('select version from contract_draft')).toEqual([])
})

test('the button stays where it is when the editor of the exhibit comes, which weighs more than all else', async () => {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))
  const { file } = manifest['src/web/contracts/parts/exhibit-editor.tsx']
  for (const width of [1280, 390]) {
    const page = await openPage(browser, width)
    await logIn(page, corridor.origin, 'employer@demo.corridor.test', DEMO)
    let come = () => {}
    const held = new Promise<void>(resolve => {
      come = resolve
    })
    await page.route(`**/${file}`, async route => {
      await held
      await route.continue()
    })
    await page.goto(edit)
    const button = page.getByRole('button', { name: 'Save and make the PDF' })
    await expect(page.getByText('Begins with the template')).toBeVisible()
    await expect(page.getByRole('toolbar')).toHaveCount(0)
    const before = await button.boundingBox()
    come()
    await expect(page.getByRole('toolbar')).toBeVisible()
    expect(await button.boundingBox(), `at ${width} px`).toEqual(before)
    await page.context().close()
  }
})
