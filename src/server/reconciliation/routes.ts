import type { reconciliation } from '#contract/reconciliation.ts'
import type { SecondPerson } from '../approvals/index.ts'
import type { Handlers } from '../kernel/http.ts'
import { bookStatementReceipts } from './book-receipts.ts'
import { compare } from './compare.ts'
import {
  countDifferences,
  listBankDays,
  listBankStatements,
  listDifferences,
  listExplained,
} from './differences.ts'
import { readBankStatement } from './read-statement.ts'
import { bookBankEntry, explainDifference, matchBankEntry } from './resolve.ts'

/** The handlers; `byTwo` says what one operator may book alone. */
export const reconciliationHandlers = (byTwo: SecondPerson): Handlers<typeof reconciliation> => ({
  readBankStatement: ({ body }, ctx) => readBankStatement(ctx, body),
  listBankDays: ({ query }, ctx) => listBankDays(ctx, query),
  listBankStatements: ({ query }, ctx) => listBankStatements(ctx, query),
  listDifferences: ({ query }, ctx) => listDifferences(ctx, query),
  listExplained: ({ query }, ctx) => listExplained(ctx, query),
  countDifferences: (_input, ctx) => countDifferences(ctx),
  compareBank: async (_input, ctx) => ({ matched: await compare(ctx) }),
  bookStatementReceipts: ({ params }, ctx) => bookStatementReceipts(ctx, byTwo, params.id),
  matchBankEntry: ({ params, body }, ctx) => matchBankEntry(ctx, params.id, body.transfer_uuid),
  bookBankEntry: ({ params, body }, ctx) =>
    bookBankEntry(ctx, byTwo, { entry_uuid: params.id, ...body }),
  explainDifference: ({ body: { amount_in_smallest_unit: amount_minor, ...body } }, ctx) =>
    explainDifference(ctx, byTwo, { ...body, amount_minor }),
})
