import { Problem } from '#domain/kernel/problem.ts'
import { UnprintableError } from '../gateways/gateway-error.ts'

/** What is to be signed, made; VALIDATION names the text that no font here has the letters of. */
export async function printed<T>(made: Promise<T>): Promise<T> {
  return made.catch(cause => {
    if (!(cause instanceof UnprintableError)) throw cause
    const params = { text: cause.unprintable }
    throw new Problem('VALIDATION', 'documents.problems.unprintable', { params, cause })
  })
}
