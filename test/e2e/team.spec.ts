/** Teams through the screens: somebody is invited, joins, is removed and comes back; an operator is suspended. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible } from './judge.ts'
import { logIn, typePhone } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const PASSWORD = 'Blue-kettle-on-the-9th-shelf'
const KAI = 'kai@demo.corridor.test'
const VERA = 'vera@corridor.test'

let corridor: Corridor
let browser: Browser
let owner: Page
let kai: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  owner = await openPage(browser)
  kai = await openPage(browser, 390)
  await logIn(owner, corridor.origin, 'employer@demo.corridor.test', DEMO)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('who is invited joins with a new account', async () => {
  await invite(owner, '/employer/team', KAI, 'Approver')
  await expect(owner.getByText(KAI)).toBeVisible()
  const { link } = await corridor.mail(KAI, /invited to join/)
  await kai.goto(link)
  await expect(kai.getByText('Ingrid Solberg invites you to Northwind Robotics')).toBeVisible()
  await expect(kai.getByLabel('Email')).toHaveValue(KAI)
  await expectAccessible(kai)
  await giveNames(kai, 'Kai', 'Mori')
  await typePhone(kai, '+14165550177')
  await kai.getByRole('button', { name: 'Join the team' }).click()
  await expect(kai).toHaveURL(/\/dashboard$/)
  await kai.goto(link)
  await expect(kai.getByRole('heading', { name: 'This link has been used' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('heading', { name: '5 people in the team' })).toBeVisible()
})

test('an approver approves, and is offered nothing else', async () => {
  await kai.goto(`${corridor.origin}/employer/contractors`)
  await expect(kai.getByText('Wei').or(kai.getByText('Amara Okafor')).first()).toBeVisible()
  await expect(kai.getByRole('button', { name: 'Invite contractor' })).toHaveCount(0)
  await kai.goto(`${corridor.origin}/employer/payroll-setup/addPayrollPolicy`)
  await expect(kai.getByText('Your role does not allow this')).toBeVisible()
  await kai.goto(`${corridor.origin}/employer/payroll-run`)
  await kai.getByText('Biweekly, engineering').first().click()
  await expect(kai.getByRole('button', { name: /^Approve \d+ line items/ })).toBeVisible()
  await kai.goto(`${corridor.origin}/employer/team`)
  await expect(kai.getByText('Ingrid Solberg').first()).toBeVisible()
  await expect(kai.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(kai.getByRole('button', { name: /^Actions for/ })).toHaveCount(1)
})

test('a change of role and a removal work at once, and are told by mail', async () => {
  await owner.getByRole('button', { name: 'Actions for Kai Mori' }).click()
  await owner.getByRole('menuitem', { name: 'Change role' }).click()
  await owner.getByRole('dialog').getByText('Viewer', { exact: true }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(owner.getByText('The role of Kai Mori is changed.')).toBeVisible()
  expect((await corridor.mail(KAI, /Your place in/)).body).toContain('You are a viewer of the team')
  await owner.getByRole('button', { name: 'Actions for Kai Mori' }).click()
  await owner.getByRole('menuitem', { name: 'Remove from the team' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(owner.getByText('Kai Mori is no longer in the team.')).toBeVisible()
  await kai.goto(`${corridor.origin}/employer/contractors`)
  await expect(kai.getByText('You are in no team any more')).toBeVisible()
})

test('who has an account comes back by accepting', async () => {
  const newest = async () => (await corridor.mail(KAI, /invited to join/)).link
  const used = await newest()
  await invite(owner, '/employer/team', KAI, 'Admin')
  await expect.poll(newest).not.toBe(used)
  const link = await newest()
  const stranger = await openPage(browser)
  await stranger.goto(link)
  await stranger.getByRole('link', { name: 'Log in to accept' }).click()
  await stranger.getByLabel('Email').fill(KAI)
  await stranger.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await stranger.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(stranger.getByText(`You are logged in as ${KAI}.`)).toBeVisible()
  await expectAccessible(stranger)
  await stranger.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(stranger).toHaveURL(/\/dashboard$/)
  await stranger.goto(`${corridor.origin}/employer/contractors`)
  // Inviting waits for the terms, which a new colleague has not read yet: the button leads there.
  await stranger.getByRole('link', { name: 'Take this step' }).click()
  await expect(stranger).toHaveURL(/terms-of-service/)
})

test('somebody else who is logged in is told whose invitation it is', async () => {
  await invite(owner, '/employer/team', 'lee@demo.corridor.test', 'Viewer')
  const { link } = await corridor.mail('lee@demo.corridor.test', /invited to join/)
  await kai.goto(link)
  await expect(kai.getByText('The invitation is for lee@demo.corridor.test.')).toBeVisible()
  await kai.getByRole('button', { name: 'Log out and go on' }).click()
  await expect(kai.getByLabel('Email')).toHaveValue('lee@demo.corridor.test')
})

test('an address that stopped invitations gets none, and who invites is told', async () => {
  const email = 'nomore@demo.corridor.test'
  await invite(owner, '/employer/team', email, 'Viewer')
  const { body } = await corridor.mail(email, /invited to join/)
  const page = await openPage(browser, 390)
  await page.goto(/https?:\/\/\S+stop-invitations\S+/.exec(body)?.[0] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop invitations' }).click()
  await expect(page.getByRole('heading', { name: 'Invitations are stopped' })).toBeVisible()
  await owner.goto(`${corridor.origin}/employer/team`)
  await owner.getByRole('button', { name: `Withdraw the invitation to ${email}` }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(owner.getByText(email)).toHaveCount(0)
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByText('Viewer', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(owner.getByText(/This address takes no invitations by mail/)).toBeVisible()
  await page.getByRole('button', { name: 'Let invitations through again' }).click()
  await expect(page.getByText(/reach this address again/)).toBeVisible()
})

test('an operator joins, must set up a second factor, and is suspended', async () => {
  const operator = await openPage(browser)
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', DEMO, /\/dashboard/)
  await invite(operator, '/operations/operators', VERA, 'Treasurer')
  await expect(operator.getByText('Not sent yet: another admin confirms it first')).toBeVisible()
  await expect(operator.getByRole('button', { name: /^Confirm the invitation/ })).toHaveCount(0)
  await expectAccessible(operator)
  const samuel = await openPage(browser, 390)
  await logIn(samuel, corridor.origin, 'admin@demo.corridor.test', DEMO, /\/dashboard/)
  await samuel.goto(`${corridor.origin}/operations/operators`)
  await expectAccessible(samuel)
  await samuel.getByRole('button', { name: `Confirm the invitation to ${VERA}` }).click()
  await expect(samuel.getByText('Invitation sent successfully')).toBeVisible()
  const { link } = await corridor.mail(VERA, /invited to join/)
  const vera = await openPage(browser)
  await vera.goto(link)
  await giveNames(vera, 'Vera', 'Lind')
  await vera.getByRole('button', { name: 'Join the team' }).click()
  await expect(vera).toHaveURL(/\/account\/security/)
  await operator.reload()
  await operator.getByRole('button', { name: 'Actions for Vera Lind' }).click()
  await operator.getByRole('menuitem', { name: 'Suspend' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(operator.getByText('Vera Lind is suspended.')).toBeVisible()
  await vera.reload()
  await expect(vera.getByText(/^Your account was suspended on/)).toBeVisible()
})

async function invite(page: Page, path: string, email: string, role: string): Promise<void> {
  await page.goto(`${corridor.origin}${path}`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByText(role, { exact: true }).click()
  await dialog.getByRole('button', { name: /^(Send invitation|Invite)$/ }).click()
  await expect(page.getByText(/^(Invitation sent successfully|Invited: )/).last()).toBeVisible()
}

async function giveNames(page: Page, first: string, last: string): Promise<void> {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Preferred name').fill(first)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
}
