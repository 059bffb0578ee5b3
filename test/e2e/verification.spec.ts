/** Verification: one document is rejected and comes again alone, on a desk and on a phone; two operators and one claim. */
import { expect, type Page, test } from '@playwright/test'
import { bigPicture } from './big-picture.ts'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { logIn, pdfFile } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const MARIANA = 'mariana@salgado.test'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.describe.configure({ mode: 'serial' })
let corridor: Corridor
let noor: Page
let samuel: Page
let browser: Awaited<ReturnType<typeof launchBrowser>>

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  noor = await page()
  samuel = await page()
  await logIn(noor, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await logIn(samuel, corridor.origin, 'admin@demo.corridor.test', DEMO)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

async function page(options = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

async function review(of: Page, name: string): Promise<void> {
  await of.goto(`${corridor.origin}/operations/contractors?verification=PENDING_REVIEW`)
  await of.getByRole('button', { name: new RegExp(`(Review|Open) ${name}`) }).click()
  await expect(of.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible()
}

/** Says something else of the passport, as its form does. */
async function saysTheNumber(of: Page, body: Readonly<Record<string, string>>): Promise<void> {
  const status = await of.evaluate(async said => {
    const { token } = await (await fetch('/api/auth/token')).json()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const options = { method: 'PUT', headers, body: JSON.stringify(said) }
    return (await fetch('/api/v1/contractor/personal-documents', options)).status
  }, body)
  expect(status).toBe(200)
}

test('two operators, one claim: the second sees who looks, takes over, and the first decides nothing more', async () => {
  await review(noor, 'Mariana Isabel Salgado')
  await expect(noor.getByText('You look at this.')).toBeVisible()
  await expect(
    noor.getByRole('img', { name: /^Identification document, Passport of/ }),
  ).toBeVisible()
  await review(samuel, 'Mariana Isabel Salgado')
  await expect(samuel.getByText('Noor Haddad looks at this.')).toBeVisible()
  await expect(samuel.getByRole('button', { name: 'Accept', exact: true })).toBeDisabled()
  await samuel.getByRole('button', { name: 'Take over' }).click()
  const asked = samuel.getByRole('dialog').or(samuel.getByRole('alertdialog'))
  await expect(asked).toContainText('can decide nothing once you have taken over')
  await asked.getByRole('button', { name: 'Take over' }).click()
  await expect(samuel.getByText('You look at this.')).toBeVisible()

  await noor.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(noor.getByRole('alert').first()).toContainText(
    'Samuel Osei has been looking at this',
  )
  await expect(noor.getByText('Samuel Osei looks at this.')).toBeVisible()
  await samuel.getByRole('button', { name: 'Give back' }).click()
  await expect(samuel.getByText('You look at this.')).toBeHidden()
})

test('one document is rejected by a standard reason, the other accepted, by keys', async () => {
  await review(noor, 'Mariana Isabel Salgado')
  await expect(noor.getByText('You look at this.')).toBeVisible()
  const stage = noor.getByRole('region', { name: 'Document' })
  const passport = noor.getByRole('img', { name: /^Identification document, Passport of/ })
  await expect(passport).toBeVisible()
  await noor.keyboard.press('+')
  await expect(stage.getByText('125%')).toBeVisible()
  await noor.keyboard.press('r')
  await expect(passport).toHaveAttribute('style', /rotate\(90deg\)/)
  await noor.keyboard.press('a')
  await expect(noor.getByText('Identification document, Passport: accepted.')).toBeVisible()
  await noor.getByRole('button', { name: /Address$/ }).click()
  await expect(stage.locator('iframe')).toBeVisible()
  // The key leads to the reasons, and rejects once one is chosen there.
  await noor.keyboard.press('x')
  await expect(noor.getByRole('combobox', { name: 'Reason' })).toBeFocused()
  await noor.keyboard.press('Enter')
  await noor.getByRole('option', { name: 'It is too old' }).press('Enter')
  await expect(
    noor.getByText('“It is older than three months. Please send a newer one.”'),
  ).toBeVisible()
  await expect(noor.getByRole('combobox', { name: 'Reason' })).toBeFocused()
  await noor.keyboard.press('x')
  await expect(noor.getByText('Proof of permanent address: rejected.')).toBeVisible()
  await expect(noor.getByRole('heading', { name: 'Waits for a document' })).toBeVisible()
})

test('the mail leads on a phone to that one document, which comes again alone', async () => {
  const mail = await corridor.mail(MARIANA, /must be sent again/)
  expect(mail.body).toContain('It is older than three months. Please send a newer one.')
  const phone = await page(PHONE)
  await logIn(phone, corridor.origin, MARIANA, DEMO)
  await expect(phone.getByText('Proof of permanent address must be sent again')).toBeVisible()
  await phone.goto(mail.link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Send one document again')
  await expect(
    phone.getByText('What else you sent stays: Identification document, Passport.'),
  ).toBeVisible()
  await expect(phone.getByLabel('Identification document', { exact: false })).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'Take a picture' })).toBeVisible()
  const buffer = await bigPicture(phone)
  expect(buffer.length).toBeGreaterThan(10 * 1024 * 1024)
  await phone
    .getByLabel(/^Proof of permanent address/)
    .setInputFiles({ name: 'bill.jpeg', mimeType: 'image/jpeg', buffer })
  await expect(
    phone.getByText(/^[\d.]+ MB, made smaller from [\d.]+ MB so that it can be sent$/),
  ).toBeVisible()
  await phone.getByRole('button', { name: 'Send this document' }).click()
  await expect(phone.getByText('Your documents are with us')).toBeVisible()
  await phone.goto(`${corridor.origin}/contractor/my-profile`)
  const rows = phone.getByRole('listitem')
  await expect(
    rows.filter({ hasText: 'Identification document' }).getByText('Verified'),
  ).toBeVisible()
  await expect(
    rows.filter({ hasText: 'Proof of permanent address' }).getByText('Pending review'),
  ).toBeVisible()
})

test('and is verified once everything is opened and compared; what differs is ticked off', async () => {
  await review(noor, 'Mariana Isabel Salgado')
  await expect(noor.getByText('You look at this.')).toBeVisible()
  const verify = noor.getByRole('button', { name: /^Verify/ })
  await expect(verify).toBeDisabled()
  // The photograph that was too large: smaller, and upright.
  await noor.getByRole('button', { name: /Address$/ }).click()
  const bill = noor.getByRole('img', { name: /^Proof of permanent address of/ })
  await expect(bill).toBeVisible()
  expect(
    await bill.evaluate(({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => [
      width,
      height,
    ]),
  ).toEqual([1950, 2600])
  await noor.getByRole('button', { name: 'All match' }).click()
  await noor.getByRole('button', { name: /Passport$/ }).click()
  await expect(noor.getByRole('listitem').filter({ hasText: 'Used before' })).toContainText(
    'By nobody else',
  )
  await noor.getByRole('button', { name: 'Surname differs' }).click()
  await noor.getByRole('button', { name: 'All others match' }).click()
  await expect(verify).toBeDisabled()
  await expect(noor.getByText('1 difference to tick off, or reject')).toBeVisible()
  await noor.getByRole('checkbox', { name: /Surname differs/ }).check()
  await expect(verify).toBeEnabled()

  // She changes her name meanwhile: what was compared was another, and so counts no more, however often it is asked for.
  const mariana = await page()
  await logIn(mariana, corridor.origin, MARIANA, DEMO)
  await mariana.goto(`${corridor.origin}/dashboard/contractor/complete-profile?step=personal`)
  await mariana.getByLabel('Middle name').fill('Inés')
  const saved = mariana.waitForResponse('**/api/v1/contractor/personal-information')
  await mariana.getByRole('button', { name: 'Save and continue' }).click()
  expect((await saved).status()).toBe(200)
  await verify.click()
  await expect(noor.getByRole('alert').first()).toContainText('changed')
  await expect(verify).toBeDisabled()
  await expect(noor.getByText('Inés')).toBeVisible()
  for (const paper of [/Address$/, /Passport$/]) {
    await noor.getByRole('button', { name: paper }).click()
    await noor.getByRole('button', { name: 'All match' }).click()
  }
  await verify.click()
  await expect(noor.getByText(/^Mariana .* is verified\.$/)).toBeVisible()
  expect((await corridor.mail(MARIANA, /You are verified/)).body).toContain(
    'everything is in order',
  )
})

test('the same the other way about: sent from a desk, verified on a phone', async () => {
  const desk = await page()
  await logIn(desk, corridor.origin, 'jonas@weber.test', DEMO)
  await desk.getByRole('link', { name: 'Send it again' }).click()
  await desk
    .getByLabel(/^Proof of permanent address/)
    .setInputFiles(pdfFile('bill.pdf', 'Strom, Oktober 2026'))
  await desk.getByRole('button', { name: 'Send this document' }).click()
  await expect(desk.getByText('Your documents are with us')).toBeVisible()
  await saysTheNumber(desk, { id_document_number: 'g 0048-2915', id_document_country: 'MX' })

  const phone = await page(PHONE)
  await logIn(phone, corridor.origin, 'admin@demo.corridor.test', DEMO)
  await review(phone, 'Jonas Weber')
  await expect(phone.getByText('You look at this.')).toBeVisible()
  await phone.getByRole('button', { name: /Address$/ }).click()
  await phone.getByRole('button', { name: 'All match' }).click()
  await phone.getByRole('button', { name: /Passport$/ }).click()
  await phone.getByRole('button', { name: 'All match' }).click()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Used before' })).toContainText(
    'By Mariana Isabel Salgado',
  )
  await expect(phone.getByRole('button', { name: /^Verify/ })).toBeDisabled()
  await expect(phone.getByText('1 document that somebody else sent too')).toBeVisible()
  await phone.getByRole('checkbox', { name: /Somebody else sent it too/ }).check()
  await phone.getByRole('button', { name: /^Verify/ }).click()
  await expect(phone.getByText('Jonas Weber is verified.')).toBeVisible()
  await desk.goto(`${corridor.origin}/contractor/my-profile`)
  await expect(desk.getByText('Verified').first()).toBeVisible()
})
