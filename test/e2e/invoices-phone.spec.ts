/** A contractor invoices a client of their own, on a phone: from the first word to the last payment, with what the client sees. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible, expectLaidOut } from './judge.ts'
import { logIn, pick, tabTo } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const CLIENT = 'magda@latarnia.test'
const PHONE = 390

let corridor: Corridor
let browser: Browser
let amara: Page
let client: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  amara = await openPage(browser, PHONE)
  client = await openPage(browser, PHONE)
  await logIn(amara, corridor.origin, 'contractor@demo.corridor.test', DEMO)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('an invoice saves itself, and comes back as it was typed', async () => {
  await amara.goto(`${corridor.origin}/contractor/invoice`)
  await amara.getByRole('link', { name: 'New invoice' }).click()
  await pick(amara, /^Client/, 'Latarnia')
  await amara.getByLabel('Work from').fill('2026-10-05')
  await amara.getByLabel('Work until').fill('2026-10-16')
  await amara.getByLabel('Description of item 1').fill('Calibration of sensors')
  await amara.getByLabel('Amount of item 1, USD').fill('1250.50')
  await expect(amara.getByText(/Draft saved/)).toBeVisible()
  await expect(amara).toHaveURL(/invoice=/)
  await expectAccessible(amara)
  await expectLaidOut(amara, 'the editor', [PHONE])
  await amara.reload()
  await expect(amara.getByLabel('Amount of item 1, USD')).toHaveValue('1250.50')
  await expect(amara.getByRole('heading', { level: 1 })).toContainText('Latarnia Optics')
})

let link = ''
test('it is sent, and its client is mailed a page to pay on', async () => {
  await amara.getByRole('button', { name: 'Review and send' }).click()
  await amara.getByLabel('Your words in the mail').fill('Thank you, Magda.')
  await amara.getByRole('button', { name: 'Send invoice' }).click()
  await expect(amara.getByText('The invoice to Latarnia')).toBeVisible()
  const mail = await corridor.mail(CLIENT, /An invoice of 1344\.29 USD/)
  link = mail.link
  expect(link).toContain('/payment-information#')
  await client.goto(link)
  await expect(client.getByRole('heading', { level: 1 })).toContainText('to Amara Okafor')
  await expect(client.getByText('0123453391')).toBeVisible()
  await client.getByRole('button', { name: 'USDC on Solana' }).click()
  await expect(client.getByText('Only on Solana')).toBeVisible()
  await expectAccessible(client)
  await expectLaidOut(client, 'how to pay', [PHONE])
})

test('its client says that they sent it, which its contractor reads and looks for', async () => {
  await client.getByRole('button', { name: 'I have sent it' }).click()
  await client.getByRole('textbox', { name: /^Reference/ }).fill('WIRE 7')
  await expectAccessible(client)
  await expectLaidOut(client, 'what is said to be sent', [PHONE])
  await client.getByRole('button', { name: 'Tell Amara Okafor' }).click()
  await expect(client.getByText('With the reference “WIRE 7”')).toBeVisible()
  await expect(client.getByRole('heading', { level: 1 })).toContainText('1344.29')
  await corridor.mail('contractor@demo.corridor.test', /A client says that they paid an invoice/)
  await amara.reload()
  await expect(amara.getByText('It counts once you see it on your account')).toBeVisible()
  await expectAccessible(amara)
  await expectLaidOut(amara, 'what a client says', [PHONE])
})

test('what arrives is written down, and the page says what is left', async () => {
  await amara.getByRole('button', { name: 'It arrived' }).click()
  const dialog = amara.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /^Reference/ })).toHaveValue('WIRE 7')
  await dialog.getByLabel('Amount, USD').fill('1000')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(amara.getByText('The payment is recorded.')).toBeVisible()
  await client.reload()
  await expect(client.getByText('is paid already')).toBeVisible()
})

test('a pay is invoiced to its employer once, and Corridor has paid it', async () => {
  const here = amara.url()
  await amara.goto(`${corridor.origin}/contractor/invoice`)
  const write = amara.getByRole('button', { name: /^Write an invoice of the pay/ })
  await expect(write.first()).toBeVisible()
  const before = await write.count()
  await write.first().click()
  await expect(amara.getByText('you are paid once')).toBeVisible()
  await expectAccessible(amara)
  await expectLaidOut(amara, 'the editor of an invoice of a pay', [PHONE])
  await amara.getByRole('button', { name: 'Review and send' }).click()
  await amara.getByRole('button', { name: 'Send invoice' }).click()
  await expect(amara.getByText('Paid', { exact: true }).first()).toBeVisible()
  const mail = await corridor.mail('employer@demo.corridor.test', /for a pay/)
  const reader = await openPage(browser, PHONE)
  await reader.goto(mail.link)
  await expect(reader.getByText('There is nothing to pay here.')).toBeVisible()
  await expectAccessible(reader)
  await expectLaidOut(reader, 'what an employer sees of an invoice of a pay', [PHONE])
  await reader.context().close()
  await amara.goto(`${corridor.origin}/contractor/invoice`)
  await expect(write).toHaveCount(before - 1)
  await expectLaidOut(amara, 'invoices and pay without one', [PHONE])
  await amara.goto(here)
})

test('a credit note takes off what is owed, and what was paid beyond is given back', async () => {
  const page = amara.url()
  await amara.getByRole('button', { name: 'Write a credit note' }).click()
  await expect(amara.getByText('Up to')).toBeVisible()
  await expectAccessible(amara)
  await expectLaidOut(amara, 'the editor of a credit note', [PHONE])
  await amara.getByRole('button', { name: 'Review and send' }).click()
  await amara.getByRole('button', { name: 'Send credit note' }).click()
  await expect(amara.getByText('The credit note to Latarnia')).toBeVisible()
  const mail = await corridor.mail(CLIENT, /A credit note of 1344\.29 USD/)
  const other = await openPage(browser, PHONE)
  await other.goto(mail.link)
  await expect(other.getByText('There is nothing to pay.')).toBeVisible()
  await expectAccessible(other)
  await expectLaidOut(other, 'what the client sees of a credit note', [PHONE])
  await other.context().close()
  await client.reload()
  await expect(client.getByText('Pay nothing more.')).toBeVisible()
  await amara.goto(page)
  await amara.getByRole('button', { name: 'Record what you gave back' }).click()
  await expect(amara.getByLabel('Amount, USD')).toHaveValue('1000.00')
  await amara.getByRole('button', { name: 'Record refund' }).click()
  await expect(amara.getByText('The refund is recorded.')).toBeVisible()
  await expect(amara.getByText('Credited', { exact: true }).first()).toBeVisible()
  await expectLaidOut(amara, 'an invoice that was credited', [PHONE])
})

test('a link that was stopped shows nothing', async () => {
  await amara.getByRole('button', { name: 'Stop all links' }).click()
  await expect(amara.getByText('No link shows this invoice any more.')).toBeVisible()
  await client.goto('about:blank')
  await client.goto(link)
  await expect(client.getByRole('heading', { name: 'No invoice here' })).toBeVisible()
})

test('a client with a long name in another script pushes no amount off the page', async () => {
  await amara.goto(`${corridor.origin}/contractor/create-client`)
  await amara.getByLabel('Contact').fill('محمد بن عبد الرحمن 🚀')
  await amara
    .getByLabel('Company')
    .fill('شركة النور الدولية للتجارة والاستيراد والتصدير والخدمات اللوجستية المحدودة')
  await amara.getByLabel('Email').fill('mohammed@alnour.test')
  await pick(amara, /^Country/, 'Portugal')
  await amara.getByLabel('Street number and name').fill('Rua das Flores 7')
  await amara.getByLabel('City or municipality').fill('Porto')
  await amara.getByRole('button', { name: 'Add client' }).click()
  await expect(amara.getByRole('heading', { level: 1 })).toContainText('شركة')
  const out = await amara.locator('.card .amt').evaluateAll(amounts =>
    amounts.flatMap(amount => {
      const card = amount.closest('.card')
      const edge = card?.getBoundingClientRect().right ?? 0
      return amount.getBoundingClientRect().right > edge ? [amount.textContent] : []
    }),
  )
  expect(out).toEqual([])
})

test('an invoice opens by its number and its amount as well as by its client', async () => {
  // The link lies over all of it, so that a press by what is under it has to be forced.
  for (const text of ['AO-2026-001', '693.00']) {
    await amara.goto(`${corridor.origin}/contractor/invoice`)
    await amara
      .getByRole('listitem')
      .filter({ hasText: 'AO-2026-001' })
      .getByText(text)
      .click({ force: true })
    await expect(amara).toHaveURL(/send-invoice/)
    await expect(amara.getByText('AO-2026-001').first()).toBeVisible()
  }
})

test('the split of the pay goes by the keyboard alone, and what it makes of the next pay goes with it', async () => {
  await amara.goto(`${corridor.origin}/contractor/payment-methods`)
  const next = amara.locator('.card').filter({ hasText: 'On your next pay' })
  await expect(next.getByText('2128.00')).toBeVisible()
  await tabTo(amara, amara.getByRole('slider'))
  await amara.keyboard.press('PageDown')
  await amara.keyboard.press('PageDown')
  await expect(amara.getByRole('slider')).toHaveAttribute('aria-valuetext', '50%')
  await expect(next.getByText('If you save this')).toBeVisible()
  await expect(next.getByText('1520.00').first()).toBeVisible()
  await expectAccessible(amara)
  await expectLaidOut(amara, 'a split that is not saved', [PHONE])
  // As it was typed, also after the page was left by mistake.
  await amara.reload()
  await expect(amara.getByRole('slider')).toHaveAttribute('aria-valuetext', '50%')
  await tabTo(amara, amara.getByRole('button', { name: 'Save split' }))
  await amara.keyboard.press('Enter')
  await expect(amara.getByRole('heading', { level: 1 })).toContainText('50% to your bank')
  await expect(next.getByText('If you save this')).toHaveCount(0)
  await expect(next.getByText('1520.00').first()).toBeVisible()
  await corridor.mail('contractor@demo.corridor.test', /How you are paid was changed/)
})
