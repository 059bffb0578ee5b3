/** Statements of what a year paid a contractor, which they issue, hand out and revoke. */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import { ById, Instant, Money, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'

const Year = z
  .int(words('payroll.problems.statementYear'))
  .min(2000, words('payroll.problems.statementYear'))
  .max(2200, words('payroll.problems.statementYear'))

export const IncomeStatement = z.object({
  statement_uuid: Uuid,
  year: z.int(),
  shows_employers: z.boolean(),
  shows_months: z.boolean(),
  totals: z.array(Money),
  issued_at: Instant,
  revoked_at: Instant.nullable(),
  /** The page that verifies it, with its code behind a #; null once it is revoked. */
  link: z.string().nullable(),
})

export const incomeStatements = {
  listStatements: endpoint({
    method: 'GET',
    path: '/contractor/statements',
    summary:
      'The years in which a contractor was paid, and the statements that they issued, newest first',
    access: ['contractor'],
    response: z.object({
      years: z.array(z.object({ year: z.int(), totals: z.array(Money) })),
      items: z.array(IncomeStatement),
    }),
  }),
  issueStatement: endpoint({
    method: 'POST',
    path: '/contractor/statements',
    summary: 'Issues a statement of a year that shows what its owner chooses beside the sum',
    access: ['contractor'],
    touches: { neither: 'it says what its owner chose, to whom they hand it' },
    body: z.strictObject({
      year: Year,
      shows_employers: z.boolean().default(false),
      shows_months: z.boolean().default(false),
    }),
    response: IncomeStatement,
    problems: ['VALIDATION'],
  }),
  getStatementPdf: endpoint({
    method: 'GET',
    path: '/contractor/statements/:id',
    summary: 'A statement as PDF',
    access: ['contractor'],
    params: ById,
    response: fileInPieces('application/pdf'),
    problems: ['NOT_FOUND'],
  }),
  revokeStatement: endpoint({
    method: 'PUT',
    path: '/contractor/statements/:id/revoke',
    summary: 'Revokes a statement: its code is unknown from then on',
    access: ['contractor'],
    touches: { neither: 'it takes back what others could read, and gives nothing' },
    params: ById,
    response: IncomeStatement,
    problems: ['NOT_FOUND'],
  }),
}
