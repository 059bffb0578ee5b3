/** What is wrong with a part of a request, in words, as its schema of the contract says it. */
import type { z } from 'zod'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { type Text, type TextParams, textOf } from '#domain/kernel/words.ts'
import { isTextKey } from './words.ts'

/** What the schema says of an id wherever it stands; only in a path is it one that a person opened. */
const NOT_AN_ID = 'kernel.problems.notAnId'
/** What the validator says of a field that is missing ends so. */
const RECEIVED_NOTHING = 'received undefined'

/** What is wrong with a field of the path, the query or the body, which `sent` is; one that is missing is named. */
export function invalidOf(
  where: 'path' | 'query' | 'body',
  issue: z.core.$ZodIssue,
  sent: unknown,
): InvalidField {
  return {
    ...saidOf(where, issue, sent),
    loc: [where, ...issue.path.map(step => (typeof step === 'symbol' ? String(step) : step))],
    type: issue.code,
  }
}

/**
 * What is wrong, of what has one of several forms with the one that was meant: the form that has each field that was sent and misses none.
 * Where none or several are, it is said as the schema says it, that it is none of them.
 */
export function issuesMeant(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap(issue => {
    if (issue.code !== 'invalid_union') return [issue]
    const [meant, ...others] = issue.errors.filter(found => found.length > 0 && !found.some(isForm))
    if (!meant || others.length > 0) return [issue]
    return issuesMeant(meant).map(of => ({ ...of, path: [...issue.path, ...of.path] }))
  })
}

/** Whether a form is another than what was sent: it has no such field or one more, or is something else as a whole. */
function isForm({ code, path, message }: z.core.$ZodIssue): boolean {
  if (code === 'unrecognized_keys' || path.length === 0) return true
  return path.length === 1 && code === 'invalid_type' && message.endsWith(RECEIVED_NOTHING)
}

function saidOf(where: string, issue: z.core.$ZodIssue, sent: unknown): Text {
  const field = fieldOf(issue.path.findLast(step => typeof step === 'string') ?? where)
  const id = issue.message === NOT_AN_ID && where !== 'path'
  const missing = issue.code === 'invalid_type' && issue.message.endsWith(RECEIVED_NOTHING)
  if (missing || (id && sentAt(sent, issue.path) === undefined))
    return textOf('kernel.problems.required', { field })
  return id ? textOf('kernel.problems.noId', { field }) : textOfIssue(issue, field)
}

/** A field as people call it. */
function fieldOf(name: PropertyKey): string {
  const field = String(name)
    .replace(/_uuid(s?)$/, '$1')
    .replaceAll('_', ' ')
  return `${field.charAt(0).toUpperCase()}${field.slice(1)}`
}

function sentAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null
        ? (at as Record<PropertyKey, unknown>)[step]
        : undefined,
    sent,
  )
}

/** A schema of the contract says keys; what the validator finds by itself is said by what it is, and never in its own words. */
function textOfIssue(issue: z.core.$ZodIssue, field: string): Text {
  const { message } = issue
  if (!isTextKey(message)) return textOfValidator(issue, field)
  if (issue.code === 'custom' && issue.params) return textOf(message, issue.params as TextParams)
  return 'maximum' in issue
    ? textOf(message, { maximum: Number(issue.maximum) })
    : { text: message }
}

/** So many names or values are told; a list of all currencies helps nobody. */
const MOST_TOLD = 20

function textOfValidator(issue: z.core.$ZodIssue, field: string): Text {
  const told = (of: readonly unknown[]) =>
    `${of.slice(0, MOST_TOLD).join(', ')}${of.length > MOST_TOLD ? ', …' : ''}`
  switch (issue.code) {
    case 'invalid_type':
      return textOf('kernel.problems.wrongType', { field, expected: issue.expected })
    case 'unrecognized_keys':
      return textOf('kernel.problems.unknownFields', { field, names: told(issue.keys) })
    case 'invalid_value':
      return textOf('kernel.problems.notOneOf', { field, values: told(issue.values) })
    case 'invalid_union':
      return textOf('kernel.problems.noForm', { field })
    case 'too_big':
      return textOf('kernel.problems.tooMuch', {
        ...{ field, of: issue.origin, maximum: Number(issue.maximum) },
      })
    case 'too_small':
      return textOf('kernel.problems.tooLittle', {
        ...{ field, of: issue.origin, minimum: Number(issue.minimum) },
      })
    default:
      return textOf('kernel.problems.notValid', { field })
  }
}
