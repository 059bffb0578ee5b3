/** Every link of a mail or a document leads to a page that is there. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Pages whose name stands in a variable. */
const NAMED = ['reset-password', 'log-in-link']
const SLOT = /\$\{[^}]*\}/g

/** Where mails get what they say. */
const reactions = ['mail-reactions', 'pay-mails']
  .map(name => readFileSync(`src/server/notifications/${name}.ts`, 'utf8'))
  .join('\n')

/** The paths below our own address that mails name, with something in each slot. */
function pathsOfMails(): string[] {
  const spelled = [...reactions.matchAll(/(?<=['`])\/(?:[a-z]|\$\{page\})[^'`\n]*(?=['`])/g)].map(
    ([path]) => path,
  )
  return spelled
    .flatMap(path => NAMED.map(name => path.replace(/\$\{page\}/, name)))
    .map(path => path.replace(/[?#].*$/, '').replace(SLOT, 'x'))
}

/** The patterns of the web's pages, of which a part that begins with `$` may be anything. */
const pages = ['routes', 'routes-employer', 'routes-operator'].flatMap(file =>
  [...readFileSync(`src/web/${file}.ts`, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(
    ([, path = '']) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`),
  ),
)

describe('the links of mails and documents', () => {
  const paths = new Set([...pathsOfMails(), '/verify'])

  it('are found where they are made', () => {
    for (const known of ['/log-in-link', '/contractor/reports', '/auth/login', '/signup'])
      expect([...paths]).toContain(known)
    expect(reactions.match(/\blink\(/g)?.length).toBeGreaterThan(15)
    expect(readFileSync('src/server/payroll/payslips.ts', 'utf8')).toContain('/verify`')
  })

  it.each([...paths])('%s leads to a page', path => {
    expect(pages.some(page => page.test(path))).toBe(true)
  })
})
