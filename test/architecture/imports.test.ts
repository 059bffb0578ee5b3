/** Who may import whom, read off the sources. The rule and its reasons: ARCHITECTURE.md. */
import { describe, expect, it } from 'vitest'
import { type Import, isTest, type Source, sourcesIn } from './sources.ts'

const sources = sourcesIn('src').filter(source => !isTest(source.path))

/** Which context may use which other through its door. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  identity: ['reference', 'destinations'],
  people: ['identity', 'destinations', 'reference', 'documents'],
  contracts: ['identity', 'people', 'documents', 'reference'],
  payroll: [
    'approvals',
    'identity',
    'people',
    'contracts',
    'documents',
    'reference',
    'exchange',
    'payments',
    'ledger',
    'billing',
  ],
  // What is paid is payroll's; who is paid, people's.
  batches: ['people', 'payroll', 'reference', 'identity', 'integrations'],
  billing: ['people', 'ledger', 'reference'],
  // Clients are sent to no account at which a payment did not arrive.
  invoicing: ['identity', 'people', 'destinations', 'reference', 'exchange', 'payroll', 'payments'],
  // Documents keep the proof of what operators record of payments by hand.
  payments: [
    ...['people', 'destinations', 'exchange', 'ledger', 'reference', 'approvals', 'screening'],
    'documents',
  ],
  screening: ['people', 'reference'],
  destinations: ['reference', 'exchange'],
  exchange: ['ledger', 'approvals', 'reference'],
  ledger: ['reference', 'approvals'],
  // What the bank shows is booked by the ledger's own work, and named by what payments sent.
  reconciliation: ['ledger', 'payments', 'approvals', 'documents', 'reference'],
  approvals: [],
  // Where a pay stands is judged by payroll alone, for its mails as well.
  // A key outlasts who made it, who is asked for as they are then.
  integrations: ['identity'],
  notifications: ['identity', 'payroll', 'invoicing'],
  evidence: ['documents', 'ledger', 'payroll'],
  search: ['people', 'contracts', 'payroll', 'payments', 'notifications', 'reconciliation'],
  tax: ['contracts', 'people', 'documents', 'reference'],
  verification: ['payments'],
  documents: [],
  reference: [],
}

/** Which context calls the door of which one above it, by `ctx.doors`: an import would make a circle. */
const UPWARDS: Readonly<Record<string, readonly string[]>> = {
  destinations: ['payments'],
  exchange: ['payments'],
  identity: ['invoicing', 'people'],
  ledger: ['payments'],
  payments: ['payroll'],
  people: ['contracts', 'payments', 'screening'],
  screening: ['payments'],
}

/** The files that put the server together; they may use every door. */
const COMPOSITION = [
  'app',
  'clock-work',
  'handlers',
  'jobs',
  'main',
  'open-rails',
  'prepare-database',
  'rail-books',
  'rotate-keys',
  'runtime',
  'subscriptions',
].map(name => `src/server/${name}.ts`)

/** Single imports that the rule does not name, each with its reason. `*` stands for any file. */
const ALLOWED: readonly (readonly [from: string, to: string, why: string])[] = [
  ...['countries', 'addresses', 'currencies', 'holidays'].map(
    data => ['src/server/*', `src/server/reference/${data}.ts`, 'reference is data'] as const,
  ),
  [
    'src/server/handlers.ts',
    'src/server/reference/routes.ts',
    'handlers of all contexts meet there',
  ],
  ...['ledger', 'payments', 'reconciliation'].map(
    of => [`src/server/${of}/*`, 'src/server/gateways/bank-files/*', 'without any I/O'] as const,
  ),
  ['src/server/contracts/*', 'src/domain/payroll/*', 'the paper says in words when it is paid'],
  [
    'src/server/verification/guarded.store.ts',
    'src/domain/payroll/approval.ts',
    'all that is written on an item is sealed',
  ],
  [
    'src/server/people/*',
    'src/domain/payroll/approval-bands.ts',
    'owners set them, and payroll goes by them',
  ],
  ['src/server/notifications/*', 'src/domain/payroll/approval-bands.ts', 'mails say them in words'],
  ['src/domain/*', 'src/domain/kernel/*', 'the kernel of the domain'],
  [
    'src/domain/payments/blockers.ts',
    'src/domain/people/verification.ts',
    'who is not verified is not paid',
  ],
  ['src/domain/payroll/first-pay.ts', 'src/domain/people/verification.ts', 'nor is the first one'],
  [
    'src/domain/contracts/share.ts',
    'src/domain/identity/email.ts',
    'viewers are found in free text',
  ],
  ['src/domain/payroll/first-pay.ts', 'src/domain/payments/*', 'whom a pay waits for is said once'],
  [
    'src/domain/payroll/late-pay.ts',
    'src/domain/payments/*',
    'what did not leave is told as it stands',
  ],
  ['src/server/notifications/pay-mails.ts', 'src/domain/payments/lost.ts', 'it mails of losses'],
  [
    'src/server/notifications/pay-mails.ts',
    'src/domain/ledger/creditor-reference.ts',
    'it mails the reference that a wire carries',
  ],
  [
    'src/server/notifications/people-mails.ts',
    'src/domain/people/document-review.ts',
    'it mails the reason for which a paper was rejected',
  ],
  [
    'src/server/notifications/mail-facts.report.store.ts',
    'src/domain/people/document-review.ts',
    'and reads it',
  ],
  ['src/server/kernel/events.ts', 'src/domain/*', 'joins the maps of events, types alone'],
  ['src/server/kernel/seal-material.ts', 'src/server/gateways/pdf/*', 'loads the key that seals'],
  ['src/server/kernel/seal-material.ts', 'src/server/gateways/files/envelope.ts', 'and unwraps it'],
  ...['algorand', 'bitcoin', 'ethereum', 'hedera', 'solana'].map(
    of => ['src/server/kernel/served-*', `src/server/gateways/${of}/*`, 'its keys'] as const,
  ),
  ['src/server/kernel/*', 'src/server/gateways/gateway-error.ts', 'what a broken key is thrown as'],
  ['src/server/kernel/*', 'src/server/gateways/gateways.ts', 'the ports, types alone'],
  ['src/server/kernel/*', 'src/server/gateways/identity-provider/identity-provider.ts', 'a port'],
  ['src/server/gateways/identity-provider/*', 'src/domain/identity/*', 'it is its outside'],
  ['src/server/kernel/actor.ts', 'src/domain/identity/*', 'the roles and freshness of who acts'],
  ['src/server/kernel/actor.ts', 'src/domain/integrations/api-key.ts', 'and what a key allows'],
  ['src/server/kernel/callers.ts', 'src/domain/integrations/api-key.ts', 'how a key begins'],
  ['src/server/kernel/*', 'src/domain/identity/email.ts', 'spellings of addresses'],
  ['src/server/kernel/token.ts', 'src/domain/identity/sign-up.ts', 'as what accounts are begun'],
  [
    'src/server/gateways/bank-files/*',
    'src/domain/payments/payment-order.ts',
    'what is written is an order',
  ],
  [
    'src/server/gateways/bank-files/*',
    'src/domain/destinations/*',
    'what an account must have is said once',
  ],
  ['src/server/exchange/source-days.ts', 'src/server/gateways/fx/*', 'what sources are called'],
  ['src/server/payments/*', 'src/server/gateways/rails/*', 'a port, and the rail of files'],
  ['src/server/gateways/rails/*', 'src/domain/payments/*', 'rails carry payments'],
  [
    'src/server/destinations/destination.store.ts',
    'src/domain/payments/payment-order.ts',
    'an account is kept as orders have it',
  ],
  ['src/server/verification/*', 'src/server/gateways/rails/rail.ts', 'a port: the books'],
  ['src/server/documents/*', 'src/server/gateways/files/*', 'a file is sniffed as it comes in'],
  ['src/server/documents/*', 'src/server/gateways/gateway-error.ts', 'a scanner that is away'],
  [
    'src/server/gateways/pdf/pdf-templates.ts',
    'src/domain/contracts/contract-text.ts',
    'what a contract says, as data',
  ],
  ['src/server/payroll/*', 'src/server/gateways/pdf/pdf-templates.ts', 'names of templates'],
  ...['billing', 'invoicing'].map(
    context =>
      [`src/server/${context}/*`, 'src/server/gateways/pdf/pdf-templates.ts', 'its data'] as const,
  ),
  ['src/server/payroll/*', 'src/server/gateways/gateway-error.ts', 'a report that cannot be made'],
  ['src/server/notifications/*', 'src/server/gateways/*', 'it is what mails'],
  ['src/server/identity/*', 'src/server/gateways/identity-provider/identity-provider.ts', 'a port'],
]

function fits(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

function allowed(from: string, to: string): boolean {
  return ALLOWED.some(([a, b]) => fits(a, from) && fits(b, to))
}

/** `src/server/payments/x.ts` lies in layer `server`, part `payments`. */
function placeOf(path: string): { layer: string; part: string } {
  const [, layer = '', part = ''] = path.split('/')
  return { layer, part }
}

function violations(
  which: readonly Source[],
  wrong: (source: Source, imported: Import) => string | false,
): string[] {
  return which.flatMap(source =>
    source.imports.flatMap(imported => {
      if (allowed(source.path, imported.to)) return []
      const why = wrong(source, imported)
      return why ? [`${source.path} imports ${imported.to}: ${why}`] : []
    }),
  )
}

/** Who reaches itself: what is left when whoever needs nothing that is left has gone, from either end. */
function circlesIn(needs: Readonly<Record<string, readonly string[]>>): string[] {
  let left = Object.entries(needs)
  for (;;) {
    const names = new Set(left.map(([name]) => name))
    const needed = new Set(left.flatMap(([, of]) => of))
    const still = left.filter(([name, of]) => needed.has(name) && of.some(one => names.has(one)))
    if (still.length === left.length) return [...names]
    left = still
  }
}

const ofLayer = (layer: string) => sources.filter(({ path }) => placeOf(path).layer === layer)

describe('who may import whom', () => {
  it('scans something', () => {
    expect(sources.length).toBeGreaterThan(250)
    expect(sources.flatMap(source => source.imports).length).toBeGreaterThan(1000)
  })

  it('domain imports its own context and the domain kernel, and no package', () => {
    const found = violations(ofLayer('domain'), ({ path }, { to }) => {
      // Checksums and curves of addresses: pure computation without a platform.
      if (/^@(noble|scure)\//.test(to) && path.startsWith('src/domain/destinations/')) return false
      // The structures and check digits of eighty countries, and Unicode's letters that look alike: pure as well, and kept by others.
      if (/^(ibantools|unhomoglyph)\b/.test(to) && path.includes('/kernel/')) return false
      // The types of the catalogues, of which the keys are made.
      if (to.startsWith('messages/') && path === 'src/domain/kernel/words.ts') return false
      if (!to.startsWith('src/')) return 'the domain uses no package'
      const own = placeOf(path)
      const { layer, part } = placeOf(to)
      return layer !== 'domain' || (part !== own.part && part !== 'kernel')
        ? 'only its own context and the kernel'
        : false
    })
    expect(found).toEqual([])
  })

  it('contract imports domain, contract and zod', () => {
    const found = violations(ofLayer('contract'), (_source, { to }) =>
      /^src\/(domain|contract)\/|^zod$/.test(to) ? false : 'only domain, contract and zod',
    )
    expect(found).toEqual([])
  })

  it('server and web never import each other', () => {
    expect(
      violations(ofLayer('server'), (_s, { to }) => to.startsWith('src/web/') && 'web'),
    ).toEqual([])
    expect(
      violations(ofLayer('web'), (_s, { to }) => /^(src\/server|db)\//.test(to) && 'server'),
    ).toEqual([])
  })

  it('contexts of the server meet through their doors, along the edges', () => {
    const found = violations(ofLayer('server'), (source, { to, typeOnly }) => {
      const from = placeOf(source.path).part
      const { layer, part } = placeOf(to)
      if (layer !== 'server' || part === from || part === 'kernel') return false
      if (COMPOSITION.includes(source.path) || from === 'dev')
        return part in EDGES && !to.endsWith('/index.ts') && 'not a door'
      // What a job is given is a type of the worker.
      if (to === 'src/server/worker.ts') return !typeOnly && 'types of the worker alone'
      if (!(part in EDGES)) return 'neither a context nor the kernel'
      if (!(EDGES[from] ?? []).includes(part)) return `there is no edge ${from} -> ${part}`
      return !to.endsWith('/index.ts') && 'not its door'
    })
    expect(found).toEqual([])
  })

  it('goes one way: no context of the server reaches itself along the edges', () => {
    expect(circlesIn({ a: ['b', 'c'], b: ['c'], c: ['b', 'd'], d: [] })).toEqual(['b', 'c'])
    expect(circlesIn(EDGES)).toEqual([])
  })

  it('goes one way: no file reaches itself by what it imports, types included', () => {
    const needs = sources.map(({ path, imports }) => [path, imports.map(({ to }) => to)])
    expect(circlesIn(Object.fromEntries(needs))).toEqual([])
  })

  it('calls upwards go along their own edges, where no import could', () => {
    const found = ofLayer('server').flatMap(({ path, code }) =>
      [...code.matchAll(/\bctx\.doors\.(\w+)/g)].map(([, to]) => `${placeOf(path).part} ${to}`),
    )
    const listed = Object.entries(UPWARDS).flatMap(([from, above]) =>
      above.map(to => `${from} ${to}`),
    )
    expect([...new Set(found)].sort()).toEqual(listed)
    expect(
      Object.entries(UPWARDS).filter(([a, above]) => above.some(b => EDGES[a]?.includes(b))),
    ).toEqual([])
  })

  it('a context of the server uses its own domain, and that of contexts that it has an edge to', () => {
    const found = violations(ofLayer('server'), (source, { to }) => {
      const from = placeOf(source.path).part
      const { layer, part } = placeOf(to)
      if (layer !== 'domain' || part === 'kernel' || part === from) return false
      return !(EDGES[from] ?? []).includes(part) && 'the domain of another context'
    })
    expect(found).toEqual([])
  })

  it('no context reaches into the composition root', () => {
    const found = violations(
      sources.filter(({ path }) => !COMPOSITION.includes(path)),
      (_source, { to }) =>
        COMPOSITION.includes(to) && 'the composition root imports, and is not imported',
    )
    expect(found).toEqual([])
  })
})

/**
 * The rooms of the web, floor by floor: each stands on the rooms below it and knows none beside or above. The contexts are one
 * floor, where rooms show each other their `shared.tsx` and `queries.ts`; what puts the pages together stands above all.
 */
const WEB_FLOORS: readonly (readonly string[])[] = [
  ['theme', 'words'],
  ['ui'],
  ['kernel', 'auth-frame'],
  ['parts', 'visits'],
  Object.keys(EDGES),
  ['dashboard'],
  ['shell'],
  ['gallery'],
  [
    'main.tsx',
    'first-screen.tsx',
    'asked-first.ts',
    'router.tsx',
    'routes-employer.ts',
    'routes-operator.ts',
    'routes.ts',
  ],
]
const WEB_ABOVE = WEB_FLOORS.at(-1) ?? []
const WEB_SHARED = /\/(shared\.tsx|queries\.ts)$/

describe('the exceptions', () => {
  it('are each needed by somebody', () => {
    const idle = ALLOWED.filter(
      ([a, b]) =>
        !sources.some(
          ({ path, imports }) => fits(a, path) && imports.some(({ to }) => fits(b, to)),
        ),
    )
    expect(idle).toEqual([])
  })
})

describe('the web', () => {
  it('takes types of the contract and its paths, no zod and no tables', () => {
    const found = violations(ofLayer('web'), (_source, { to, typeOnly }) => {
      if (typeOnly) return false
      if (to === 'zod') return 'zod would be shipped to browsers'
      // The base path is a plain constant beside the types.
      const plain = /(paths\.gen|kernel\/endpoint)\.ts$/
      return to.startsWith('src/contract/') && !plain.test(to) && 'a table brings zod with it'
    })
    expect(found).toEqual([])
  })

  it('has its rooms on floors, and contexts show of each other only what is shared', () => {
    const floorOf = (part: string) => WEB_FLOORS.findIndex(floor => floor.includes(part))
    const found = violations(ofLayer('web'), ({ path }, { to }) => {
      const from = placeOf(path).part
      const { layer, part } = placeOf(to)
      if (layer !== 'web' || from === part) return false
      if (floorOf(from) < 0 || floorOf(part) < 0) return 'a room on no floor'
      const context = part in EDGES
      if (context && floorOf(from) >= floorOf(part) && !WEB_ABOVE.includes(from))
        return !WEB_SHARED.test(to) && 'not shared'
      return floorOf(from) <= floorOf(part) && !WEB_ABOVE.includes(from) && 'not below it'
    })
    expect(found).toEqual([])
  })

  it('has rooms that exist', () => {
    const rooms = new Set(ofLayer('web').map(({ path }) => placeOf(path).part))
    const listed = WEB_FLOORS.flat().filter(room => !(room in EDGES))
    expect(listed.filter(room => !rooms.has(room))).toEqual([])
  })
})
