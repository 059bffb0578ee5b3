import { keepSuspension } from '#web/kernel/suspension.ts'
import { translatorOf } from '#web/words/translator-of.ts'

/** What is wrong with one field, as the server says it (specification 7 and 8). */
export type FieldProblem = { readonly loc: readonly (string | number)[]; readonly msg: string }

/** A call that failed. `status` is 0 when no answer came; `detail` is a sentence for people. */
export type ApiProblem = Error & {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly fields: readonly FieldProblem[]
}

const t = translatorOf('kernel.failures')

/** The texts of the error catalogue (specification 8). */
export const NOT_FOUND = t('notFound')
export const NO_RESPONSE = t('noResponse')
export const UNKNOWN_FAILURE = t('unknown')
export const UNEXPECTED = t('unexpected')
export const NO_FILE = t('noFile')
export const NO_DOCUMENT = t('noDocument')
export const SESSION_CHANGED = t('sessionChanged')

/** Makes the error that a failed call throws. */
export function apiProblem(
  status: number,
  code: string,
  detail: string,
  fields: readonly FieldProblem[] = [],
): ApiProblem {
  // Whoever hears it first, call or token: the session ends with it, and the page that it ends on says it.
  if (code === 'SUSPENDED') keepSuspension(detail)
  return Object.assign(new Error(detail), { name: 'ApiProblem', status, code, detail, fields })
}

/** The failure of a call that no answer came to, or of whose answer not all came: what it did is not known. */
export function noResponse(): ApiProblem {
  return apiProblem(0, 'NO_RESPONSE', NO_RESPONSE)
}

/** Whether something thrown is the failure of a call. */
export function isApiProblem(thrown: unknown): thrown is ApiProblem {
  return thrown instanceof Error && thrown.name === 'ApiProblem'
}

/** What the page as a whole answers: a question, a modal or another page. Nobody else says anything of it. */
const ANSWERED = [
  'STEP_UP_REQUIRED',
  'ONBOARDING_INCOMPLETE',
  'SECOND_FACTOR_REQUIRED',
  'EMAIL_NOT_VERIFIED',
  'DETAILS_MISSING',
  'SESSION_CHANGED',
] as const

/** The code of a problem that the page as a whole answers; undefined for all others. */
export function answeredByPage({ code }: ApiProblem): (typeof ANSWERED)[number] | undefined {
  return ANSWERED.find(one => one === code)
}

/** What to say of a failure beside what was typed, where no headline stands above it: the server's detail, or what to do where it gave none. */
export function detailOf({ detail }: ApiProblem): string {
  if (detail === NO_RESPONSE) return `${NO_RESPONSE}. ${t('tryAgain')}`
  return detail === UNKNOWN_FAILURE ? UNEXPECTED : detail
}

/** What to say of something thrown, beside where it happened; undefined for nothing, and for what the page as a whole answers. */
export function problemText(thrown: unknown): string | undefined {
  if (!thrown) return undefined
  const problem = asApiProblem(thrown)
  return answeredByPage(problem) ? undefined : detailOf(problem)
}

/** A failure in words: a headline, and beneath it what the headline does not say. */
export type Words = { readonly headline: string; readonly beneath?: string | undefined }

/**
 * The words for a failure. The headline is what could not be done, where the catalogue has words for it, else '404 - Not found'
 * or the server's detail; a detail that is not the headline stands beneath.
 */
export function wordsOf(thrown: unknown, failed?: string): Words {
  const { status, detail } = asApiProblem(thrown)
  const missing = status === 404 && detail !== NOT_FOUND
  if (detail === NO_RESPONSE)
    return {
      headline: failed ?? NO_RESPONSE,
      beneath: `${failed ? `${NO_RESPONSE}. ` : ''}${t('tryAgain')}`,
    }
  if (!failed) return missing ? { headline: NOT_FOUND, beneath: detail } : { headline: detail }
  return { headline: failed, beneath: missing ? `${NOT_FOUND}. ${detail}` : detail }
}

/** Whatever was thrown, as the failure of a call; what is no such failure gets the text for unknown ones. */
export function asApiProblem(thrown: unknown): ApiProblem {
  return isApiProblem(thrown) ? thrown : apiProblem(0, 'UNKNOWN', UNKNOWN_FAILURE)
}

/** Reads a failed answer: the server's detail, or the `msg` of its first item, or the text for its status. */
export function readProblem(status: number, body: unknown): ApiProblem {
  const { code, detail } = typeof body === 'object' && body !== null ? (body as RawProblem) : {}
  const name = typeof code === 'string' ? code : status === 401 ? 'UNAUTHENTICATED' : 'UNKNOWN'
  if (typeof detail === 'string' && detail !== '') return apiProblem(status, name, detail)
  if (Array.isArray(detail)) {
    const fields = detail.filter(isFieldProblem)
    return apiProblem(status, name, fields[0]?.msg ?? UNKNOWN_FAILURE, fields)
  }
  return apiProblem(status, name, status === 404 ? NOT_FOUND : UNKNOWN_FAILURE)
}

type RawProblem = { readonly code?: unknown; readonly detail?: unknown }

function isFieldProblem(item: unknown): item is FieldProblem {
  return (
    typeof item === 'object' &&
    item !== null &&
    'msg' in item &&
    typeof item.msg === 'string' &&
    'loc' in item &&
    Array.isArray(item.loc)
  )
}
