/** A contractor's statements of a year across companies: issued, handed out by their code, revoked (decision 0069). */
import type { z } from 'zod'
import type { IncomeStatement, incomeStatements } from '#contract/income-statements.ts'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import {
  type StatedAmount,
  saysTheSame,
  saysWhatWasPaid,
  statementOf,
} from '#domain/payroll/income-statement.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { printed, rendered } from './cycle-items.ts'
import { findStated, listPaidSums, listYears } from './income-statement.report.store.ts'
import {
  findStatement,
  insertStatement,
  listStatementRows,
  lockStatements,
  revokeRow,
  type StatementRow,
} from './income-statement.store.ts'
import { payeeName } from './printed-parties.ts'

type Shown = z.output<typeof IncomeStatement>
type Asked = z.output<(typeof incomeStatements)['issueStatement']['body']>

/** The years in which the acting contractor was paid, and what they issued. */
export async function listStatements(ctx: Ctx) {
  const [sums, rows] = await Promise.all([
    listYears(ctx.tx, ctx.actor.sub),
    listStatementRows(ctx.tx, ctx.actor.sub),
  ])
  const years = [...Map.groupBy(sums, row => row.year)].map(([year, totals]) => ({ year, totals }))
  return { years, items: rows.map(row => present(ctx, row)) }
}

/** Issues a statement. The same one that stands already, which still says what was paid, is answered again. */
export async function issueStatement(ctx: Ctx, asked: Asked): Promise<Shown> {
  const { sub } = ctx.actor
  await lockStatements(ctx.tx, sub)
  const sums = await listPaidSums(ctx.tx, sub, asked.year, ctx.now)
  if (sums.length === 0)
    throw invalidField('year', 'payroll.problems.nothingPaid', { year: asked.year })
  const content = statementOf(sums, asked)
  // The newest of those that say the same: of what came back and arrived again later an older one holds no more.
  const standing = (await listStatementRows(ctx.tx, sub)).find(
    row =>
      row.revoked_at === null &&
      row.year === asked.year &&
      row.shows_employers === asked.shows_employers &&
      row.shows_months === asked.shows_months &&
      saysTheSame(row.content, content),
  )
  if (standing && (await isStillTrue(ctx, standing)) && (await isNamedSo(ctx, standing)))
    return present(ctx, standing)
  const statement_uuid = newUuid()
  const statement = { ...asked, statement_uuid, contractor_sub: sub, content, issued_at: ctx.now }
  await insertStatement(ctx.tx, statement)
  ctx.audit({
    action: 'issue',
    entity: 'income_statement',
    entity_uuids: [statement_uuid],
    employer_uuid: null,
    after: asked,
  })
  return present(ctx, await getStatement(ctx, statement_uuid))
}

/** Whether what had arrived when a statement was issued is what it says. */
export async function isStillTrue({ tx }: Pick<Ctx, 'tx'>, row: StatementRow): Promise<boolean> {
  const paid = await listPaidSums(tx, row.contractor_sub, row.year, row.issued_at)
  return saysWhatWasPaid(row.content, statementOf(paid, row))
}

/** Revokes a statement of the acting contractor; one that is revoked stays so. */
export async function revokeStatement(ctx: Ctx, statement_uuid: string): Promise<Shown> {
  await lockStatements(ctx.tx, ctx.actor.sub)
  const row = await getStatement(ctx, statement_uuid)
  if (row.revoked_at === null) {
    await revokeRow(ctx.tx, statement_uuid, ctx.now)
    ctx.audit({
      action: 'revoke',
      entity: 'income_statement',
      entity_uuids: [statement_uuid],
      employer_uuid: null,
    })
  }
  return present(ctx, { ...row, revoked_at: row.revoked_at ?? ctx.now })
}

/** A statement of the acting contractor as PDF, as it was issued; NOT_FOUND once it is revoked. */
export async function statementPdf(ctx: Ctx, statement_uuid: string): Promise<FileInPieces> {
  const row = await getStatement(ctx, statement_uuid)
  if (row.revoked_at) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchStatement')
  const { content, issued_at } = row
  const name = await nameAt(ctx, issued_at)
  return {
    file_name: `statement-${row.year}.pdf`,
    mime_type: 'application/pdf',
    pieces: rendered(ctx, 'income-statement', {
      year: row.year,
      // Where they live they did not choose to show.
      contractor: { name, address_lines: [] },
      totals: amountsOf(content.totals).map(printed),
      employers: content.employers.map(({ name, totals }) => ({
        name,
        totals: amountsOf(totals).map(printed),
      })),
      months: content.months.map(({ month, totals }) => ({
        name: month,
        totals: amountsOf(totals).map(printed),
      })),
      issued_at: issued_at.toISOString(),
      verification: { code: ctx.gateways.statementCodes.codeOf(row), page: verifyPage(ctx) },
      simulated: content.simulated,
    }),
  }
}

/** What is kept as digits as money. */
export function amountsOf(totals: readonly StatedAmount[]): Money[] {
  return totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }))
}

/** Whether the acting contractor is called as when a statement was issued. */
async function isNamedSo(ctx: Ctx, { issued_at }: StatementRow): Promise<boolean> {
  return (await nameAt(ctx, issued_at)) === (await nameAt(ctx, ctx.now))
}

/** How the acting contractor was called at an instant. */
async function nameAt(ctx: Ctx, instant: Date): Promise<string> {
  const { sub } = ctx.actor
  const person = await findStated(ctx.tx, sub)
  assert(person, 'who acts is a contractor')
  return payeeName(ctx, sub, person, instant)
}

async function getStatement(ctx: Ctx, statement_uuid: string): Promise<StatementRow> {
  const row = await findStatement(ctx.tx, ctx.actor.sub, statement_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchStatement')
  return row
}

function present(ctx: Ctx, row: StatementRow): Shown {
  const { statement_uuid, year, shows_employers, shows_months, issued_at, revoked_at } = row
  return {
    ...{ statement_uuid, year, shows_employers, shows_months, issued_at, revoked_at },
    totals: amountsOf(row.content.totals),
    link: revoked_at ? null : `${verifyPage(ctx)}#${ctx.gateways.statementCodes.codeOf(row)}`,
  }
}

function verifyPage({ gateways }: Ctx): string {
  return `${gateways.publicUrl.replace(/\/$/, '')}/verify`
}
