/** The log-in's first look, and who signs up, and as what: partners and the promises to each role. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible } from './judge.ts'
import { createAccount, giveAccount, giveDetails, pick } from './screens.ts'

const PASSWORD = 'maple-Otter-41-lantern'

let corridor: Corridor
let browser: Browser
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  corridor = await startCorridor({ story: false })
  browser = await launchBrowser()
})
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  contexts.push(context)
  return context.newPage()
}

test('a log-in shows its frame before any script has come, and keeps its picture when they have', async () => {
  const still = await browser.newContext({ javaScriptEnabled: false })
  contexts.push(still)
  const bare = await still.newPage()
  await bare.goto(`${corridor.origin}/auth/login`)
  await expect(bare.locator('.auth-words p').first()).toBeVisible()
  await expect(bare.getByRole('link', { name: 'Corridor, to the log in page' })).toBeVisible()

  const page = await newPage()
  await page.goto(`${corridor.origin}/auth/login`, { waitUntil: 'commit' })
  const words = page.locator('.auth-words')
  const before = await words.textContent()
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await words.textContent()).toBe(before)

  for (const search of ['?bg=3', '?bg=3&error=suspended']) {
    await bare.goto(`${corridor.origin}/auth/login${search}`)
    await expect(bare.locator('.auth-words')).toHaveClass(/frames/)
    await page.goto(`${corridor.origin}/auth/login${search}`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(words).toHaveClass(/frames/)
  }
})

test('a partner signs up without being asked how they heard of us', async () => {
  const email = 'pia@partner.test'
  const page = await newPage()
  await page.goto(`${corridor.origin}/partner-signup`)
  // A partner starts with the details; the account is made together with them.
  await giveAccount(page, email, PASSWORD)
  await expectAccessible(page)
  await expect(page.getByText('How did you hear about us')).toHaveCount(0)
  await giveDetails(page, { first: 'Pia', last: 'Partner' })
  await page.goto((await corridor.mail(email, /Confirm/)).link)
  await expect(page).toHaveURL(/\/dashboard/)
  const [company] = await corridor.query<{ is_partner: boolean }>(
    'select e.is_partner from employer e join employer_member m using (employer_uuid) join person p using (sub) where p.email = $1',
    [email],
  )
  expect(company?.is_partner).toBe(true)
})

test('a partner whose details failed comes back as a partner', async () => {
  const email = 'paul@partner.test'
  const page = await newPage()
  await page.goto(`${corridor.origin}/partner-signup`)
  await giveAccount(page, email, PASSWORD)
  await page.route('**/api/v1/user/signup', route => route.abort())
  await giveDetails(page, { first: 'Paul', last: 'Partner' })
  await expect(page.getByText('Request error')).toBeVisible()
  await page.unroute('**/api/v1/user/signup')
  // The gate knows no other sign-up than this one.
  await page.goto(`${corridor.origin}/dashboard`)
  await expect(page).toHaveURL(/\/signup$/)
  await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible()
  await expect(page.getByText('How did you hear about us')).toHaveCount(0)
  await expect(page.getByText("I'm a contractor")).toHaveCount(0)
  const sent = page.waitForRequest('**/api/v1/user/signup')
  await giveDetails(page, { first: 'Paul', last: 'Partner' })
  expect((await sent).postDataJSON()).toMatchObject({ type: 'employer', is_partner: true })
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
})

test('the sign-up says to each what Corridor is for', async () => {
  const page = await newPage()
  await page.goto(`${corridor.origin}/signup?role=employer`)
  for (const point of [
    'Expand your team globally, in a compliant way.',
    'Automate contractor onboarding and payments',
    'Engage one contractor or many',
    /^Ensure compliance/,
    'Pay individually or in bulk',
  ])
    await expect(page.getByText(point)).toBeVisible()
  await page.getByText("I'm a contractor").click()
  for (const point of [
    'Work and get paid anywhere.',
    'Change your pay preference at any time',
    'Choose local currency, bitcoin or other crypto',
  ])
    await expect(page.getByText(point)).toBeVisible()
})

test('the details follow the country, survive a reload, and go on once the mail is confirmed elsewhere', async () => {
  const email = 'greta@visitors.test'
  const page = await newPage()
  await page.goto(`${corridor.origin}/signup?role=contractor`)
  await createAccount(page, email, PASSWORD)
  await page.getByLabel('First name').fill('Greta')
  const country = page.getByRole('combobox', { name: /^Country/ })
  await country.fill('ger')
  await country.press('Enter')
  await expect(country).toHaveValue('Germany')
  await pick(page, /^Land/, 'Berlin')
  const dial = page.getByRole('button', { name: /^Country code/ })
  await expect(dial).toHaveAccessibleName('Country code: Germany +49')
  const phone = page.getByLabel('Phone number').first()
  await phone.press('End')
  await phone.pressSequentially('30901820')
  await pick(page, /^Country/, 'France')
  await expect(dial).toHaveAccessibleName('Country code: Germany +49')

  await page.setViewportSize({ width: 390, height: 844 })
  await dial.click()
  const list = page.getByRole('listbox', { name: 'Country code' })
  const box = await list.boundingBox()
  expect(box && box.y >= 0 && box.y + box.height <= 844 && box.height > 200).toBe(true)
  await list.getByRole('option', { name: /Peru/ }).click()
  await expect(phone).toHaveValue(/^\+51 .*309/)

  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Greta')
  await expect(country).toHaveValue('France')
  await expect(phone).toHaveValue(/^\+51 .*309/)

  await giveDetails(page, { first: 'Greta', last: 'Garbo', heard: 'Friends' })
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  // On another device it takes the password; here it is the session of this browser that goes on.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto((await corridor.mail(email, /Confirm/)).link)
  await expect(elsewhere).toHaveURL(/\/dashboard/)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a button stays under the pointer while a field that is left says what is wrong', async () => {
  const page = await newPage()
  await page.goto(`${corridor.origin}/signup?role=employer`)
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('textbox', { name: /^Password/ }).fill('short')
  const button = page.getByRole('button', { name: 'Create account' })
  const before = await button.boundingBox()
  await page.mouse.move((before?.x ?? 0) + 20, (before?.y ?? 0) + 4)
  await page.mouse.down()
  // A pressed button sinks by half a pixel.
  expect(Math.abs(((await button.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1)
  await page.mouse.up()
  // It was clicked: both fields say what is wrong.
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password must be at least 10 characters long')).toBeVisible()
})
