/** Words that belong to one place: SQL to stores, the ledger's tables to the ledger, time and chance to kernels, HTTP to one file. */
import { describe, expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

const sources = sourcesIn('src', 'db', 'scripts').filter(({ path }) => !isTest(path))
const server = sources.filter(({ path }) => path.startsWith('src/server/'))

type Exceptions = Readonly<Record<string, string>>

/** `path:line` of every line that matches, outside the places that may and the exceptions. */
function found(
  among: typeof sources,
  pattern: RegExp,
  mayStand: (path: string) => boolean,
  exceptions: Exceptions,
): string[] {
  return among
    .filter(({ path }) => !mayStand(path) && !(path in exceptions))
    .flatMap(({ path, code }) => {
      const line = code.split('\n').find(text => pattern.test(text))
      return line ? [`${path}: ${line.trim()}`] : []
    })
}

/** An exception that no longer is one has to go. */
function outdated(among: typeof sources, pattern: RegExp, exceptions: Exceptions): string[] {
  return Object.keys(exceptions).filter(path => {
    const source = among.find(candidate => candidate.path === path)
    return !source?.code.split('\n').some(line => pattern.test(line))
  })
}

const SQL = /\bsql[`.<]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
const SQL_EXCEPTIONS: Exceptions = {
  'src/server/gateways/rails/simulated.ts': "the books of an outside party, not Corridor's",
}

/** A statement is matched wherever its lines break. */
const inOneLine = server.map(source => ({ ...source, code: source.code.replaceAll(/\s+/g, ' ') }))

/** Columns that nobody named: what a later migration adds would be read by everybody. */
const STAR =
  /\b(?:select|returning)\s+(?:distinct\s+)?\*|::\w+,\s+\*|\b[a-z]\w*\.\*|\b(?:select|returning)All\(/

/** Columns by their position: an `unnest` of more than one list, whatever calls make them. */
const BY_POSITION =
  /\bunnest\((?:[^(),]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*,|\bjsonb?_to_recordset\(/
const BY_POSITION_EXCEPTIONS: Exceptions = {
  'src/server/payroll/item-review.store.ts':
    'marks are a list in each row, and `unnest` makes one of them all',
}

/** Stores that read people as they are; the others answer employers, who may have parted with them (decision 0024). */
const PERSON = /\b(join|from) person\b/
const PERSON_EXCEPTIONS: Exceptions = {
  'src/server/identity/team.store.ts': "an employer's own people",
  'src/server/identity/team-invitation.store.ts': 'who invited into a team',
  'src/server/notifications/approval-facts.report.store.ts': "reads an employer's own people",
  'src/server/notifications/contract-facts.report.store.ts':
    'reads as the system, for the person or who works with them',
  'src/server/notifications/integration-facts.report.store.ts': "reads an employer's own people",
  'src/server/notifications/mail-facts.report.store.ts':
    'reads as the system, for the person or who works with them',
  'src/server/notifications/papers-ending.report.store.ts':
    'reads as the system, of people who work for the company still',
  'src/server/notifications/readers.report.store.ts': 'reads as the system, whose an address is',
  'src/server/notifications/standing-facts.report.store.ts':
    'reads as the system, for the person or who works with them',
  'src/server/notifications/time-mail-facts.report.store.ts':
    'reads as the system, for the person or who works with them',
  'src/server/tax/unfounded.report.store.ts': 'reads as the system, who signed a form',
  'src/server/payroll/first-pay.report.store.ts': 'reads who asks',
  'src/server/destinations/destination.store.ts': 'a lock',
  'src/server/invoicing/link.report.store.ts': 'reads as the system, for whoever has the link',
  'src/server/payments/freeze.report.store.ts': 'for operators alone',
  'src/server/payments/bank-answer.report.store.ts': 'for operators alone',
  'src/server/payments/bank-batch.report.store.ts': 'for operators alone',
  'src/server/payments/bank-channel.report.store.ts': 'for operators alone',
  'src/server/contracts/entry.report.store.ts': "an employer's own people",
  'src/server/contracts/verify.report.store.ts':
    'reads as the system, for who holds the paper; names of papers from before their text was kept',
  'src/server/payroll/income-statement.report.store.ts':
    'for the person, and as the system for who holds the paper',
  'src/server/payroll/late-notice.report.store.ts': 'reads as the system, for the person',
  'src/server/payroll/payslip.report.store.ts': 'for the person',
  'src/server/payroll/contractor-policies.report.store.ts': 'for the person',
  'src/server/payroll/calendar-feed.report.store.ts': 'reads as the system, whether a link works',
  'src/server/people/contractor.store.ts':
    'for the person and for operators; an employer sees the row of `contractor` in a live relation alone',
  'src/server/people/invited.report.store.ts': 'for a job, which writes to them',
  'src/server/people/newcomer.report.store.ts': 'for a job, which writes to them',
  'src/server/people/review-claim.report.store.ts': 'for operators, of operators',
  'src/server/people/review-list.report.store.ts': 'for operators',
  'src/server/screening/hit.report.store.ts': 'for operators',
  'src/server/screening/subject.report.store.ts':
    'for our own job: who left is still looked for as they are',
}

/** A name put together by hand. */
const NAME = /\bfirst_name \|\||first_name\} \$\{|\bbusiness_name(, ''\)| \|\| (?!'))/
const NAME_EXCEPTIONS: Exceptions = {}

const LEDGER = /\bledger_(account|transfer)/
const CLOCK = /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\b/
const CLOCK_EXCEPTIONS: Exceptions = {
  'src/server/integrations/send-webhooks.ts': 'receivers compare the time with their own clock',
  'src/server/integrations/find-key.ts': 'how old a remembered key is, likewise',
  'src/server/identity/find-actor.ts':
    'how old a remembered answer is, by the machine: the injected clock may be moved',
  'src/server/dev/index.ts': 'sets how far the clock is ahead of the machine',
  'db/seed/story.ts': 'the demo is told up to the day on which it is started',
  'src/web/auth-frame/auth-frame.tsx': 'which drawing is shown is a matter of chance',
}

const HTTP = /\bFastify\w*\b|'fastify'|\bstatusCode\b|\breply\.|\brequest\.(headers|body|ip)\b/
const HTTP_EXCEPTIONS: Exceptions = {
  'src/server/app.ts': 'puts the application together',
  'src/server/runtime.ts': 'holds the application to start and stop it',
  'src/server/dev/index.ts': 'pages for developers, below /dev, outside the contract',
}

describe('SQL', () => {
  const mayStand = (path: string) =>
    /\.store\.ts$|^src\/server\/(kernel|dev)\/|^db\/|^scripts\//.test(path)

  it('stands in stores', () => {
    expect(found(sources, SQL, mayStand, SQL_EXCEPTIONS)).toEqual([])
    expect(outdated(sources, SQL, SQL_EXCEPTIONS), 'exceptions that are none any more').toEqual([])
  })

  it('makes letters small by itself, since a program has others in some scripts (`smallLetters`)', () => {
    const stores = sources.filter(({ path }) => path.endsWith('.store.ts'))
    expect(found(stores, /\.toLowerCase\(/, () => false, {})).toEqual([])
  })

  it('names the columns that it reads', () => {
    expect(found(inOneLine, STAR, () => false, {})).toEqual([])
  })

  it('has many rows by the names of their columns, and not by their places', () => {
    expect(found(inOneLine, BY_POSITION, () => false, BY_POSITION_EXCEPTIONS)).toEqual([])
    expect(
      outdated(inOneLine, BY_POSITION, BY_POSITION_EXCEPTIONS),
      'exceptions that are none any more',
    ).toEqual([])
  })

  it('reads people as an employer may see them', () => {
    const stores = sources.filter(({ path }) => path.endsWith('.store.ts'))
    expect(found(stores, PERSON, () => false, PERSON_EXCEPTIONS)).toEqual([])
    expect(
      outdated(stores, PERSON, PERSON_EXCEPTIONS),
      'exceptions that are none any more',
    ).toEqual([])
  })

  it("names the ledger's tables in the ledger alone, and where they are verified", () => {
    const own = (path: string) =>
      /^src\/server\/ledger\/|^src\/server\/verification\/.*\.store\.ts$|^db\//.test(path)
    expect(found(sources, LEDGER, own, {})).toEqual([])
  })
})

describe('what people and companies are called', () => {
  it('is said by the domain and by two functions of the database', () => {
    const own = (path: string) => path === 'src/domain/kernel/names.ts' || path.startsWith('db/')
    expect(found(sources, NAME, own, NAME_EXCEPTIONS)).toEqual([])
    expect(outdated(sources, NAME, NAME_EXCEPTIONS)).toEqual([])
  })
})

/** An amount as plain text has no gaps between its thousands. */
const PLAIN_MONEY = /\bmoneyText\(/
const PLAIN_MONEY_EXCEPTIONS: Exceptions = {
  'src/web/parts/money.tsx': 'writes it',
  'src/web/ledger/parts/amount-to-send.tsx': 'names of choices and buttons',
  'src/web/ledger/parts/conversion-dialog.tsx': 'the second line of an option',
  'src/web/ledger/parts/need-bars.tsx': 'says to screen readers what bars draw',
  'src/web/ledger/parts/notices.tsx': 'names of buttons, and what a field begins with',
  'src/web/payroll/parts/cycle-changes.ts': 'sentences that are drawn with their figures apart',
  'src/web/reconciliation/parts/difference-row.tsx': 'the name of a button',
}

describe('an amount on a screen', () => {
  it('is drawn, with its thousands set apart (`MoneyAmount`), but where there is no markup', () => {
    const web = sources.filter(({ path }) => path.startsWith('src/web/'))
    expect(found(web, PLAIN_MONEY, () => false, PLAIN_MONEY_EXCEPTIONS)).toEqual([])
    expect(outdated(web, PLAIN_MONEY, PLAIN_MONEY_EXCEPTIONS)).toEqual([])
  })
})

/** What takes an answer that is not there for one without anything: one that failed would read as nothing. */
const NOTHING_FOR_FAILED = /if \(!data \|\| .*\) return null/

describe('an answer that failed', () => {
  it('does not read as if there were nothing (`NotLoaded`)', () => {
    const web = sources.filter(({ path }) => path.startsWith('src/web/'))
    expect(found(web, NOTHING_FOR_FAILED, () => false, {})).toEqual([])
  })
})

describe('time and chance', () => {
  it('come from the kernels', () => {
    const mayStand = (path: string) =>
      /^src\/(server|web)\/kernel\/|^src\/server\/gateways\/|^scripts\//.test(path)
    expect(found(sources, CLOCK, mayStand, CLOCK_EXCEPTIONS)).toEqual([])
    expect(outdated(sources, CLOCK, CLOCK_EXCEPTIONS), 'exceptions that are none any more').toEqual(
      [],
    )
  })

  it('do not exist in domain and contract', () => {
    const pure = sources.filter(({ path }) => /^src\/(domain|contract)\//.test(path))
    expect(
      found(
        pure,
        /\bDate\.now|\bnew Date\(\)|Math\.random|Temporal\.Now|\bprocess\./,
        () => false,
        {},
      ),
    ).toEqual([])
  })
})

describe('HTTP', () => {
  it('is known to the kernel alone', () => {
    const kernel = (path: string) => path.startsWith('src/server/kernel/')
    const gateways = (path: string) => path.startsWith('src/server/gateways/')
    expect(found(server, HTTP, path => kernel(path) || gateways(path), HTTP_EXCEPTIONS)).toEqual([])
    expect(outdated(server, HTTP, HTTP_EXCEPTIONS), 'exceptions that are none any more').toEqual([])
  })
})

describe('the identity provider', () => {
  const embedded = sources.filter(({ path }) => path.includes('/identity-provider/embedded/'))

  it('judges in one place whether a call of it succeeded', () => {
    const judge = (path: string) => path.endsWith('/outcome.ts')
    const judging = /instanceof APIError|isAPIError\(|\.returned\b/
    expect(
      found(embedded, judging, judge, {
        'src/server/gateways/identity-provider/embedded/passkeys.ts':
          'words for a failure that stays one',
      }),
    ).toEqual([])
  })
})

describe('what is counted by who asks', () => {
  it('is counted by network, and not by one of its addresses', () => {
    expect(found(server, / from \$\{[\w.]*address\}/, () => false, {})).toEqual([])
  })
})

describe('errors', () => {
  it('are Problems or Defects: the domain and the contexts throw no strings and no bare errors', () => {
    const contexts = sources.filter(({ path }) =>
      /^src\/(domain|server\/(approvals|people|contracts|payroll|payments|ledger|identity|documents))\//.test(
        path,
      ),
    )
    expect(found(contexts, /\bthrow (new Error\(|['"`])/, () => false, {})).toEqual([])
  })
})
