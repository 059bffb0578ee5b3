/**
 * Answers as the contract spells them. Encoding by the validator costs more than reading the page from the database, so each schema is
 * worked out once into functions that do the same in one pass. What these do not vouch for, the validator judges.
 */
import { z } from 'zod'

/** Encodes one value, or says NOT_SURE. */
type Encode = (value: unknown) => unknown
type Schema = z.core.$ZodType

const NOT_SURE = Symbol('not sure')

/** A function that encodes what `schema` says, and throws for anything else, as `name`. */
export function answerEncoder(name: string, schema: z.ZodType): (answer: unknown) => unknown {
  const encode = encoderOf(schema)
  return answer => {
    const wire = encode(answer)
    return wire === NOT_SURE ? judged(name, schema, answer) : wire
  }
}

function judged(name: string, schema: z.ZodType, answer: unknown): unknown {
  const encoded = z.safeEncode(schema, answer)
  if (encoded.success) return encoded.data
  throw new Error(
    `${name} answers what its contract does not say: ${z.prettifyError(encoded.error)}`,
  )
}

function encoderOf(schema: Schema): Encode {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('coerce' in def && def.coerce) return byValidator(schema)
  switch (def.type) {
    case 'object':
      return def.catchall || def.checks?.length ? byValidator(schema) : objectOf(def.shape)
    case 'array':
      return def.checks?.length ? byValidator(schema) : arrayOf(encoderOf(def.element))
    case 'nullable': {
      const inner = encoderOf(def.innerType)
      return value => (value === null ? null : inner(value))
    }
    case 'optional': {
      const inner = encoderOf(def.innerType)
      return value => (value === undefined ? undefined : inner(value))
    }
    case 'pipe':
      return 'reverseTransform' in def
        ? codecOf(def as z.core.$ZodCodecDef<Schema, Schema>)
        : byValidator(schema)
    case 'string':
      return checked(schema, value => typeof value === 'string')
    case 'number':
      return checked(schema, value => Number.isFinite(value))
    case 'boolean':
      return checked(schema, value => typeof value === 'boolean')
    case 'bigint':
      return checked(schema, value => typeof value === 'bigint')
    case 'date':
      return checked(schema, value => value instanceof Date && !Number.isNaN(value.getTime()))
    case 'enum':
    case 'literal': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set()
      return checked(schema, value => values.has(value))
    }
    default:
      return byValidator(schema)
  }
}

/** Each shape has code of its own, in which the engine knows where every field stands; one loop for all shapes takes three times as long. */
function objectOf(shape: z.core.$ZodShape): Encode {
  const names = Object.keys(shape).map(name => JSON.stringify(name))
  const code = `return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return NOT_SURE
    ${names
      .map(
        (name, at) =>
          `const f${at} = e${at}(value[${name}]); if (f${at} === NOT_SURE) return NOT_SURE`,
      )
      .join('\n')}
    return { ${names.map((name, at) => `${name}: f${at}`).join(', ')} }
  }`
  const parameters = names.map((_, at) => `e${at}`)
  const work = new Function('NOT_SURE', ...parameters, code)
  return work(NOT_SURE, ...Object.values(shape).map(encoderOf)) as Encode
}

function arrayOf(encode: Encode): Encode {
  return value => {
    if (!Array.isArray(value)) return NOT_SURE
    const wire = value.map(encode)
    return wire.includes(NOT_SURE) ? NOT_SURE : wire
  }
}

function codecOf({ in: wire, out, reverseTransform }: z.core.$ZodCodecDef<Schema, Schema>): Encode {
  const encode = reverseTransform as (value: unknown, payload: z.core.ParsePayload) => unknown
  const before = encoderOf(out)
  const after = encoderOf(wire)
  return value => {
    const ours = before(value)
    if (ours === NOT_SURE) return NOT_SURE
    const payload: z.core.ParsePayload = { value: ours, issues: [] }
    const theirs: unknown = encode(ours, payload)
    return payload.issues.length > 0 || theirs instanceof Promise ? NOT_SURE : after(theirs)
  }
}

/** A value of one type with the validator's own checks. The same as just now is not checked again: neighbours share days and ids. */
function checked(schema: Schema, isOne: (value: unknown) => boolean): Encode {
  const { def, traits } = schema._zod
  const own = traits.has('$ZodCheck') ? [schema] : []
  const checks = [...own, ...(def.checks ?? [])] as unknown as readonly z.core.$ZodCheck<unknown>[]
  if (checks.some(({ _zod }) => _zod.def.when)) return byValidator(schema)
  if (checks.length === 0) return value => (isOne(value) ? value : NOT_SURE)
  let last: unknown = NOT_SURE
  let wire: unknown
  return value => {
    if (value === last) return wire
    if (!isOne(value)) return NOT_SURE
    const payload: z.core.ParsePayload = { value, issues: [] }
    for (const { _zod } of checks) {
      if (_zod.check(payload) instanceof Promise || payload.issues.length > 0) return NOT_SURE
    }
    last = value
    wire = payload.value
    return wire
  }
}

function byValidator(schema: Schema): Encode {
  return value => {
    const encoded = z.safeEncode(schema, value)
    return encoded.success ? encoded.data : NOT_SURE
  }
}
