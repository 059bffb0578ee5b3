/** Five hundred people invited from a workbook, and from a list that is pasted: seen, mended, sent once. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const PEOPLE = 500

let corridor: Corridor
let browser: Browser
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  page = await openPage(browser)
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('five hundred from a workbook, of whom one is mended and one is left out', async () => {
  await page.goto(`${corridor.origin}/employer/contractors`)
  await page.getByRole('link', { name: 'Invite many' }).click()
  const lines = Array.from({ length: PEOPLE }, (_, n) => [
    `person${n}@list.test`,
    'Canada',
    'Rater',
  ])
  lines[7] = ['person7@list,test', 'Canada', 'Rater']
  lines[9] = ['chloe@tremblay.test', 'Canada', 'Rater']
  const cells = [['E-Mail', 'Land', 'Funktion'], ...lines].map(line =>
    line.map(value => ({ value, type: String })),
  )
  const buffer = await writeExcelFile(cells).toBuffer()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'people.xlsx', mimeType, buffer })

  await expect(
    page.getByRole('heading', { name: `${PEOPLE - 2} of ${PEOPLE} people can be invited` }),
  ).toBeVisible()
  await expect(page.getByText('A comma in the email.')).toBeVisible()
  await expect(page.getByText('Works with you already.')).toBeVisible()
  await judge(page, 'a list to invite')
  // What was mended stays mended, and the rows of the file are there again.
  await page.getByRole('button', { name: 'Take out row 3', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: `${PEOPLE - 3} of ${PEOPLE - 1} people` }),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Role of row 7' }).fill('Chief rater')
  await page.getByRole('textbox', { name: 'Role of row 7' }).blur()
  await expect(page.getByText('A comma in the email.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('people.xlsx')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: `${PEOPLE - 3} of ${PEOPLE - 1} people` }),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Role of row 7' })).toHaveValue('Chief rater')
  await page.getByRole('button', { name: 'person7@list.test' }).click()
  await page.getByRole('button', { name: `Invite ${PEOPLE - 2} people` }).click()
  await expect(page.getByRole('heading', { name: `${PEOPLE - 2} people are invited` })).toBeVisible(
    { timeout: 60_000 },
  )
  await page.getByRole('link', { name: 'To the contractors' }).click()
  await expect(page.getByRole('button', { name: `Invited ${PEOPLE - 2}` })).toBeVisible()
})

test('a pasted list survives a reload, and names who is invited already', async () => {
  await page.goto(`${corridor.origin}/employer/contractors/invite-many`)
  await page.getByRole('button', { name: 'Pasted list' }).click()
  await page
    .getByRole('textbox', { name: 'The list' })
    .fill(
      'person3@list.test\tRater\nAda <ada@list.test>\tTester\nAda King <ada@list.test>\tRater\n',
    )
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'The list' })).toHaveValue(/ada@list\.test/)
  await page.getByRole('button', { name: 'Look at the list' }).click()
  await expect(page.getByText('Is invited already.')).toBeVisible()
  await page.getByRole('button', { name: 'Use this row instead' }).click()
  await expect(page.getByRole('row', { name: /Ada King/ })).toContainText('2')
  await expect(page.getByRole('button', { name: 'Use this row instead' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(page.getByRole('heading', { name: '1 person is invited' })).toBeVisible()
  await page.getByRole('link', { name: 'To the contractors' }).click()
  await page.getByRole('searchbox').fill('ada king')
  await expect(page.getByText('Ada King', { exact: true })).toBeVisible()
})

test('who was invited by name finds it in the form, and corrects it', async () => {
  const { link } = await corridor.mail('ada@list.test', /invited/)
  const invited = await openPage(browser)
  await invited.goto(link)
  await expect(invited.getByRole('textbox', { name: /^Email/ })).toHaveValue('ada@list.test')
  await invited.getByRole('textbox', { name: /^Password/ }).fill('Blue-kettle-on-the-9th-shelf')
  await invited.getByRole('button', { name: 'Create account' }).click()
  await expect(invited.getByLabel('First name')).toHaveValue('Ada')
  await expect(invited.getByLabel('Last name')).toHaveValue('King')
  await invited.getByLabel('Last name').fill('Lovelace')
  await invited.reload()
  await expect(invited.getByLabel('Last name')).toHaveValue('Lovelace')
})
