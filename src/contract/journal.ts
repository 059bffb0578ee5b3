/** Journal entries for the books of employers. */
import { z } from 'zod'
import { JOURNAL_ACCOUNTS } from '#domain/payroll/journal.ts'
import { CurrencyCode, line, PlainDate, requiredLine, Seen } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'

const GATES = ['terms_signed', 'profile_complete', 'payroll_info_complete'] as const

const Account = z.object({
  account: z.enum(JOURNAL_ACCOUNTS),
  name: requiredLine(100, 'payroll.problems.accountName'),
  code: line(20),
})
const Accounts = z.object({
  accounts: z.array(Account),
  /** Of the accounts: what `putJournalAccounts` takes as `seen`. */
  version: z.string(),
  /** In which anything was funded, paid or charged. */
  currencies: z.array(z.string()),
})

const Period = {
  /** Both inclusive; a year at most. */
  from: PlainDate,
  to: PlainDate,
  currency: CurrencyCode.optional(),
}

export const journal = {
  getJournalAccounts: endpoint({
    method: 'GET',
    path: '/employer/journal/accounts',
    summary: 'The accounts into which journal entries go, and the currencies that there are',
    access: ['employer'],
    gates: GATES,
    response: Accounts,
  }),
  putJournalAccounts: endpoint({
    method: 'PUT',
    path: '/employer/journal/accounts',
    summary: 'Names the accounts of the employer’s own books; those that are not sent stay',
    access: ['employer'],
    gates: GATES,
    touches: { neither: 'it names columns of a file' },
    body: z.strictObject({
      accounts: z.array(z.strictObject(Account.shape)).max(JOURNAL_ACCOUNTS.length),
      seen: Seen,
    }),
    response: Accounts,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  getJournalCsv: endpoint({
    method: 'GET',
    path: '/employer/journal/csv',
    summary:
      'Journal entries of a period as CSV, a line for each person and account; balanced in each currency',
    access: ['employer'],
    scope: 'reports:read',
    gates: GATES,
    query: z.object(Period),
    response: fileInPieces('text/csv'),
    problems: ['VALIDATION'],
  }),
  getJournalImport: endpoint({
    method: 'GET',
    path: '/employer/journal/import/:layout',
    summary:
      'Journal entries of a period in the import layout of an accounting program, one line for each entry and account',
    access: ['employer'],
    gates: GATES,
    params: z.object({ layout: z.enum(['quickbooks', 'xero']) }),
    query: z.object(Period),
    response: fileInPieces('text/csv'),
    problems: ['VALIDATION'],
  }),
}
