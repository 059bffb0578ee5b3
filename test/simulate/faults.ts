/** Faults that strike a caller: the process dies at a statement, or does its work and the answer is lost. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from '#server/kernel/db.ts'

/** What the caller of a struck unit of work sees: nothing but that the connection is gone. */
export class StruckError extends Error {}

export type Fault =
  /** The process dies at the n-th statement: its connection goes away and its transaction with it. */
  | { readonly kind: 'dies'; readonly at: number }
  /** The transaction commits and nobody hears of it. */
  | { readonly kind: 'answer is lost' }

type Strike = {
  readonly fault: Fault
  statements: number
  spent: boolean
  /** The connection on which it struck, until its transaction is over. */
  dead?: pg.PoolClient | undefined
}

const strikes = new AsyncLocalStorage<Strike>()

/** Runs work under a fault, which strikes at most once; without one it just runs. */
export function under<T>(fault: Fault | undefined, work: () => Promise<T>): Promise<T> {
  return fault ? strikes.run({ fault, statements: 0, spent: false }, work) : work()
}

/** What ends a transaction that died, or begins the next one on its connection. */
const ENDS = /^(rollback$|(commit; )?begin\b)/

/** Makes the connections of a database strike whoever works under a fault. */
export function armed({ pools }: Database): void {
  for (const pool of pools) pool.on('connect', client => arm(client))
}

/** Has a process die as well at what it says to a party outside, all of whose words are answered later: before that was heard, or after it was done. Each counts as a statement. */
export function mortal<T extends object>(of: T): T {
  return new Proxy(of, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const strike = strikes.getStore()
        const dies = strike !== undefined && isStruck(strike)
        if (dies && strike.statements % 2 === 0) throw new StruckError('the process died')
        const answer: unknown = await value.apply(target, args)
        if (dies) throw new StruckError('the process died')
        return answer
      }
    },
  })
}

/** Counts a statement, and says whether the process dies at it. */
function isStruck(strike: Strike): boolean {
  if (strike.spent) return false
  strike.statements += 1
  strike.spent = strike.fault.kind === 'dies' && strike.statements === strike.fault.at
  return strike.spent
}

type Query = (...args: unknown[]) => Promise<unknown>

function arm(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as Query
  const struck: Query = async (...args) => {
    const strike = strikes.getStore()
    if (!strike) return query(...args)
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
    // A transaction that died is asked nothing more: what was on its way with the struck statement does not happen, least of all by itself.
    if (strike.dead === client && !ENDS.test(text)) throw new StruckError('the process died')
    if (strike.dead === client) strike.dead = undefined
    if (strike.spent) return query(...args)
    if (isStruck(strike)) {
      strike.dead = client
      await query('rollback').catch(() => {})
      throw new StruckError('the process died')
    }
    const answer = await query(...args)
    if (strike.fault.kind === 'answer is lost' && text === 'commit') {
      strike.spent = true
      throw new StruckError('the answer was lost')
    }
    return answer
  }
  Object.assign(client, { query: struck })
}
