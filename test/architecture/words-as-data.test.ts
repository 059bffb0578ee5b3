/** What people read stands in the catalogues of `messages/`, and nowhere in the web's sources (decision 0034). */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import compile from 'icu-minify/compile'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { type Prose, proseIn } from './prose.ts'
import { isTest, type Source, sourcesIn } from './sources.ts'
import { proseInTemplates, saidInTemplates } from './template-words.ts'

/** What people never see in a served Corridor: the gallery of parts. */
const NEVER_SEEN = ['gallery']

/** What a schema of the contract says is sent with the bound that it has, and with nothing else (`invalid-input.ts`). */
const SCHEMA_WORDS = /\bwords\(\s*'([\w.]+)'/g
const roomOf = (path: string) => path.split('/')[2] ?? ''
const web = sourcesIn('src/web').filter(({ path }) => !isTest(path))
/** Rules, the contract and the server name a whole key. */
const saidByServer = ['src/domain', 'src/contract', 'src/server']
  .flatMap(folder => sourcesIn(folder))
  .filter(({ path }) => !isTest(path))

/** What only those read who run a server or its log, and names: of currencies, countries, feasts, banks, networks and rails. */
const UNREAD = [
  /^src\/server\/(?:main|worker|app)\.ts$/,
  /^src\/server\/(?:dev|reference|verification)\//,
  /^src\/server\/gateways\/(?:files|fx|mail|pdf|rails)\//,
  /^src\/server\/kernel\/(?:config|embedded-|identity-config|database-|db|master-keys|metrics|readiness|seal-|secret-|served-config)/,
  /^src\/domain\/(?:kernel\/network|destinations\/bank-names)\.ts$/,
  /\.store\.ts$/,
]

/** English that stays or is left, each with its reason. */
const LEFT: readonly (readonly [path: string, said: RegExp, why: string])[] = [
  [
    'src/contract/identity.ts',
    /^(?:[A-Z][a-z]+|Google search|Networking event)$/,
    'values of the wire',
  ],
  [
    'src/server/payroll/journal.ts',
    /^(?:Currency|Debits|Credits|Description)$/,
    'columns of import layouts',
  ],
  ['src/server/gateways/identity-provider/outside/oidc-log-ins.ts', /^OpenID log-in/, 'a bucket'],
  ...[
    'camt-movements',
    'iso-parties',
    'iso-values',
    'pain-001-transfer',
    'read-camt',
    'write-pain-001',
  ].map(
    file =>
      [
        `src/server/gateways/bank-files/${file}.ts`,
        /^[A-Z][A-Za-z]+$/,
        'elements of ISO 20022',
      ] as const,
  ),
  ['src/domain/destinations/destination.ts', /^Interac /, 'labels of accounts are kept as text'],
  ['src/server/gateways/bitcoin/core-node.ts', /^Basic$/, 'the name of a scheme of HTTP'],
]

/** Texts of rules that the page itself asks, all of whose words it has. */
const SAID_BY_THE_PAGE = [
  'src/web/payroll/parts/hours-grid.tsx said(t, row.said)',
  'src/web/payroll/parts/hours-to-mend.tsx said(tSaid, row.said)',
]

const isLeft = (one: Prose) => LEFT.some(([path, said]) => one.path === path && said.test(one.said))

const proseOfServer = saidByServer
  .filter(({ path }) => !UNREAD.some(of => of.test(path)))
  .flatMap(proseIn)

type Node = { readonly type: string; readonly start: number; readonly end: number }
type Text = { readonly said: string; readonly at: number }

/** Attributes and properties whose values people read. */
const READ =
  /^(?:aria-(?:label|description|valuetext)|alt|title|label|placeholder|sub|hint|note|word|term|text|detail|description|heading|name|said|lead|message|error|help|unit|caption|tooltip|empty)$/
/** A text for people: a word with a capital first, or several words. What programs read has none of these. */
const WORDS = /^\p{Lu}\p{Ll}+(?:[ .,:…?!]|$)|\p{L}{2,} \p{L}+/u

function textsIn({ path, text }: Source): Text[] {
  const found: Text[] = []
  const add = (said: string, at: number) => WORDS.test(said.trim()) && found.push({ said, at })
  const visit = (node: unknown, read: boolean): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, read)
    if (!isNode(node)) return
    const of = node as Node & Record<string, unknown>
    if (of.type === 'JSXText') add(String(of.value), of.start)
    if (of.type === 'Literal' && typeof of.value === 'string' && read) add(of.value, of.start)
    if (of.type === 'TemplateElement' && read)
      add(String((of.value as { cooked?: string }).cooked ?? ''), of.start)
    for (const [key, child] of Object.entries(of)) visit(child, readsOn(of, key, read))
  }
  visit(parseSync(path, text).program, false)
  return found
}

/** Whether what stands below is read by people: children of JSX, and values of what is named to be read. */
function readsOn(node: Node & Record<string, unknown>, key: string, read: boolean): boolean {
  switch (node.type) {
    case 'JSXAttribute':
      return key === 'value' && READ.test(nameOf(node.name))
    case 'Property':
      return key === 'value' && (READ.test(nameOf(node.key)) || (read && !isCode(node)))
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children'
    case 'CallExpression':
      return key === 'arguments' && /^(?:openAlert|setAlert|arriveAt)$/.test(nameOf(node.callee))
    case 'JSXExpressionContainer':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'ObjectExpression':
      return read && key !== 'test'
    default:
      return false
  }
}

function isCode(node: Record<string, unknown>): boolean {
  return /^(?:code|id|key|variant|severity|kind|tone|size|href|icon)$/.test(nameOf(node.key))
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === 'string' ? name : typeof value === 'string' ? value : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** What people read as two words for one thing: email, log in, sign up. */
const OTHER_SPELLING = /\b(?:e-mails?|login (?:to|in|with)|signin|signup)\b/i

describe('words', () => {
  it('stand in no source of the web', () => {
    const found = web
      .filter(({ path }) => !NEVER_SEEN.includes(roomOf(path)))
      .flatMap(source =>
        textsIn(source).map(
          ({ said, at }) =>
            `${source.path}:${source.text.slice(0, at).split('\n').length} ${said.trim()}`,
        ),
      )
    expect(found).toEqual([])
  })

  it('stand in no template of a mail or a document', () => {
    expect(proseInTemplates()).toEqual([])
  })

  it('that templates of mails and documents say are those of the catalogues', () => {
    const known = new Set(everyKey())
    expect(saidInTemplates().filter(({ key }) => !known.has(key))).toEqual([])
  })

  it('stand in no rule, no contract and no part of the server', () => {
    const found = proseOfServer.filter(one => !isLeft(one))
    expect(found.map(({ path, line, said }) => `${path}:${line} ${said}`)).toEqual([])
  })

  it('that are left there are still there', () => {
    const gone = LEFT.filter(
      ([path, said]) => !proseOfServer.some(one => one.path === path && said.test(one.said)),
    )
    expect(gone).toEqual([])
  })

  it('of the catalogues are messages that can be filled in', () => {
    const broken = catalogues().flatMap(words => texts(words).filter(said => !canBeFilled(said)))
    expect(broken).toEqual([])
  })

  it('that the contract says of a field need no more than the bound that it has', () => {
    const keys = sourcesIn('src/contract').flatMap(({ text }) =>
      [...text.matchAll(SCHEMA_WORDS)].map(([, key = '']) => key),
    )
    expect(keys.length).toBeGreaterThan(50)
    expect(keys.filter(key => /\{(?!maximum\b)/.test(messageOf(key)))).toEqual([])
  })

  it('of the server are said with its sentence, for what a page has no words for', () => {
    const alone = web.flatMap(({ path, text }) =>
      [...text.matchAll(/\bsaid\(\w+, (?:\w+\.)+said\)/g)].map(([found]) => `${path} ${found}`),
    )
    expect(alone).toEqual(SAID_BY_THE_PAGE)
  })

  it('of the catalogues are spelled one way', () => {
    const other = catalogues().flatMap(words =>
      texts(words).filter(said => OTHER_SPELLING.test(said)),
    )
    expect(other).toEqual([])
  })

  it('of the catalogues are each said somewhere', () => {
    expect(unsaid()).toEqual([])
  })
})

function everyKey(): string[] {
  return globSync('messages/en/*.json').flatMap(path =>
    keysOf(JSON.parse(readFileSync(path, 'utf8')), basename(path, '.json')),
  )
}

/** What the English catalogue says for a key. */
function messageOf(key: string): string {
  const [room, ...path] = key.split('.')
  const said: unknown = path.reduce<unknown>(
    (at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step],
    JSON.parse(readFileSync(`messages/en/${room}.json`, 'utf8')),
  )
  return String(said)
}

function catalogues(): Catalogue[] {
  return globSync('messages/en/*.json').map(path => JSON.parse(readFileSync(path, 'utf8')))
}

function texts(words: Catalogue): string[] {
  return Object.values(words).flatMap(said => (typeof said === 'string' ? said : texts(said)))
}

function canBeFilled(said: string): boolean {
  try {
    compile(said)
    return true
  } catch {
    return false
  }
}

type Catalogue = { readonly [key: string]: Catalogue | string }

function keysOf(words: Catalogue, under: string): string[] {
  return Object.entries(words).flatMap(([key, said]) =>
    typeof said === 'string' ? [`${under}.${key}`] : keysOf(said, `${under}.${key}`),
  )
}

/** Keys that no source names: a source names `b.c` of `a` where it says `useTranslations('a')`, also as the head of a template. */
function unsaid(): string[] {
  const named = new Set<string>()
  const heads = new Set<string>()
  for (const { text } of web) {
    const spaces = [
      ...text.matchAll(/(?:useTranslations|translatorOf|Translator)[(<]\s*'([^']*)'/g),
    ].map(([, space]) => space)
    const words = [...text.matchAll(/'([\w.-]+)'/g)].map(([, word]) => word)
    const begun = [...text.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, head]) => head)
    const whole = [...text.matchAll(/[^\w`.]t\w*(?:\.rich)?\(`?\$?\{?([\w.]+)[)}]/g)].length > 0
    for (const space of spaces) {
      for (const word of words) named.add(`${space}.${word}`)
      for (const head of begun) heads.add(`${space}.${head}`)
      if (whole) heads.add(`${space}.`)
    }
  }
  for (const { text } of saidByServer) {
    for (const [, word = ''] of text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)) named.add(word)
    for (const [, head = ''] of text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)) heads.add(head)
  }
  for (const { key } of saidInTemplates()) named.add(key)
  return everyKey().filter(key => !named.has(key) && ![...heads].some(head => key.startsWith(head)))
}
