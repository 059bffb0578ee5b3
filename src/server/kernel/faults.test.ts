import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../gateways/gateway-error.ts'
import { unavailable } from './faults.ts'
import { sayText } from './words.ts'

const coded = (code: string, message = 'it went wrong') =>
  Object.assign(new Error(message), { code })
const sqlstate = (code: string) =>
  Object.assign(new pg.DatabaseError('it went wrong', 1, 'error'), { code })

const AWAY = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].map(c =>
    coded(c),
  ),
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].map(c => coded(c)),
  Object.assign(coded('ENOENT', 'connect ENOENT /run/postgresql/.s.PGSQL.5432'), {
    syscall: 'connect',
  }),
  ...['08000', '08003', '08006', '57P01', '57P02', '57P03', '57P04', '57P05'].map(sqlstate),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated: the database is silent'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Client has encountered a connection error and is not queryable'),
]

describe('a fault beneath us', () => {
  it.each(AWAY)('%s is a database that is away', error => {
    const problem = unavailable(error)
    expect([problem?.code, problem?.retry_after_s]).toEqual(['UNAVAILABLE', 2])
    expect(problem && sayText(problem)).toContain('database does not answer')
  })

  it.each([
    [sqlstate('53100'), 'full'],
    [coded('ENOSPC'), 'full'],
    [new GatewayError('files', 'not written', { retriable: true, cause: coded('ENOSPC') }), 'full'],
    [sqlstate('25006'), 'only read'],
    [coded('EROFS'), 'only read'],
    [sqlstate('53300'), 'busy'],
    [sqlstate('53200'), 'busy'],
    [sqlstate('57014'), 'busy'],
  ])('%s says so in words', (error, words) => {
    const problem = unavailable(error)
    expect(problem?.code).toBe('UNAVAILABLE')
    expect(problem && sayText(problem)).toContain(words)
    expect(problem?.retry_after_s).toBeGreaterThan(0)
  })

  it('is found beneath others, however it was wrapped', () => {
    const wrapped = new Error('a', { cause: new Error('b', { cause: coded('ECONNREFUSED') }) })
    expect(unavailable(wrapped)?.cause).toBe(wrapped)
    const circle: Error & { cause?: unknown } = new Error('round')
    circle.cause = circle
    expect(unavailable(circle)).toBeUndefined()
  })

  it.each([
    sqlstate('23505'),
    sqlstate('42P01'),
    sqlstate('22021'),
    coded('ENOENT'),
    new TypeError('undefined is not a function'),
    'Connection terminated',
    undefined,
    null,
  ])('%s is none: a defect stays one', error => {
    expect(unavailable(error)).toBeUndefined()
  })
})
