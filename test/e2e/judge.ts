/** What holds of every screen, wherever a journey meets it: axe finds nothing, and nothing is laid out wrong. */
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'
import { LAYOUT_FAULTS } from './layout.ts'

const WIDE_AND_NARROW = [
  [1280, 'light'],
  [390, 'dark'],
] as const

/** Lets axe judge the page once it stands: one that is not drawn yet has no heading. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // In the page itself and of what is wrong alone: of what is right it would write as much again.
  expect.soft([...(await violationsOf(page)), ...(await keysWithoutWords(page))], what).toEqual([])
}

/** What the page said by a key that has no words stands on it as the key. */
async function keysWithoutWords(page: Page): Promise<string[]> {
  const messages = await page.consoleMessages()
  return messages.map(message => message.text()).filter(text => text.includes('MISSING_MESSAGE'))
}

type WithAxe = { axe?: Pick<typeof axe, 'run'> }

/** What axe finds in the page itself, and not in frames: in ours no script runs. It is brought once to each document, which costs as much as a quarter of its work. */
async function violationsOf(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async runOnly => {
      const options = { resultTypes: ['violations' as const], iframes: false }
      const found = await (window as WithAxe).axe?.run(
        { exclude: ['[data-base-ui-focus-guard]'] },
        runOnly ? { ...options, runOnly } : options,
      )
      return (found as AxeResults).violations
    },
    only && [...only],
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** The other theme differs in its colours alone: it is asked for their contrast, and left again. */
async function expectContrastInOtherTheme(page: Page, what: string): Promise<void> {
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
  const found = await violationsOf(page, ['color-contrast'])
  expect.soft(found, `${what}, ${dark ? 'light' : 'dark'}`).toEqual([])
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
}

/** Names what is laid out wrong at these widths, and leaves the page at the last of them. */
export async function expectLaidOut(
  page: Page,
  what: string,
  widths: readonly number[],
): Promise<void> {
  const found: string[] = []
  for (const width of widths)
    for (const fault of await faultsAt(page, width)) found.push(`${what}, ${width}: ${fault}`)
  expect.soft(found, what).toEqual([])
}

/** What is laid out wrong at a width, and leaves the page at it. */
export async function faultsAt(page: Page, width: number): Promise<string[]> {
  await atWidth(page, width)
  return page.evaluate<string[]>(LAYOUT_FAULTS)
}

/** Judges the page wide and light, narrow and dark, and leaves it as it was. */
export async function judge(page: Page, what = page.url()): Promise<void> {
  await page.waitForLoadState('networkidle')
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  for (const [width, colorScheme] of WIDE_AND_NARROW) {
    await page.emulateMedia({ colorScheme })
    await expectLaidOut(page, what, [width])
    await expectAccessible(page, `${what}, ${width} px, ${colorScheme}`)
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null })
}

/** Judges the page at the width and in the colours that it was opened in, its contrast in the others and its layout at the next width below as well. */
export async function judgeAsOpened(page: Page, what: string): Promise<void> {
  const { width = 1280, height = 844 } = page.viewportSize() ?? {}
  await expectAccessible(page, what)
  await expectContrastInOtherTheme(page, what)
  await expectLaidOut(page, what, [width, width > 1000 ? 1024 : 320])
  await page.setViewportSize({ width, height })
}

async function atWidth(page: Page, width: number): Promise<void> {
  const now = page.viewportSize()
  if (now?.width === width) return
  await page.setViewportSize({ width, height: now?.height ?? 844 })
  // What a narrow page alone has comes once it is narrow.
  await page.waitForFunction(() => {
    const narrow = innerWidth < 900 && document.querySelector('.shell')
    return !narrow || document.querySelector('.topbar button') !== null
  })
  // Two frames: one in which the page hears of its width, one in which it is drawn.
  await page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}
