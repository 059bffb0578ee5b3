/** What went wrong beneath us, told as what it is: the database or the disk that is away, full or read-only. */

import { Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { isStalePlan } from './prepared-statements.ts'

/** What a caller is told of a fault, and after how many seconds it is worth trying again. */
type Fault = { readonly text: TextKey; readonly retry_after_s: number }

const AWAY: Fault = {
  text: 'kernel.problems.databaseAway',
  retry_after_s: 2,
}
const BUSY: Fault = { text: 'kernel.problems.busy', retry_after_s: 2 }
const FULL: Fault = {
  text: 'kernel.problems.diskFull',
  retry_after_s: 60,
}
const READ_ONLY: Fault = {
  text: 'kernel.problems.readOnly',
  retry_after_s: 60,
}

/** By the code of a system call (errno) or of PostgreSQL (SQLSTATE). */
const BY_CODE: readonly (readonly [pattern: RegExp, fault: Fault])[] = [
  [
    /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/,
    AWAY,
  ],
  // Connection exceptions; terminated, crashed or not yet accepting; the database was dropped.
  [/^(08...|57P0[1-5])$/, AWAY],
  [/^(53100|ENOSPC|EDQUOT)$/, FULL],
  [/^(25006|EROFS)$/, READ_ONLY],
  // Out of connections or of memory; a statement that ran into its time limit.
  [/^(53...|57014|55P03)$/, BUSY],
]

/** The driver gives no code where a connection goes away, or none could be had in time. */
const BY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

const DEEPEST_CAUSE = 5

/** The fault as UNAVAILABLE, or undefined for what is no fault beneath us but a defect of ours. */
export function unavailable(error: unknown): Problem | undefined {
  let cause = error
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    const fault = faultOf(cause)
    if (fault)
      return new Problem('UNAVAILABLE', fault.text, {
        cause: error,
        retry_after_s: fault.retry_after_s,
      })
    cause = cause.cause
  }
  return undefined
}

function faultOf(error: Error): Fault | undefined {
  const code = 'code' in error ? String(error.code) : ''
  const known = BY_CODE.find(([pattern]) => pattern.test(code))
  if (known) return known[1]
  // A socket that is not there while its server starts; a file that is not there is none of the database's.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return AWAY
  if (isStalePlan(error)) return BUSY
  return BY_MESSAGE.test(error.message) ? AWAY : undefined
}
