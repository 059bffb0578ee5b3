/**
 * An entry of a contract table. From it come the route, the typed client, the OpenAPI document and the tests of who may
 * call it. Paths are below `/api/v1` and spelled as the specification spells them, parameters as `:name`.
 */
import type { z } from 'zod'
import {
  MEMBER_ROLES,
  type MemberRole,
  OPERATOR_ROLES,
  type OperatorRole,
} from '#domain/identity/team.ts'
import type { KeyScope } from '#domain/integrations/api-key.ts'
import type { ProblemCode } from '#domain/kernel/problem.ts'

export const BASE_PATH = '/api/v1'

export type Role = 'employer' | 'contractor' | 'operator'

/**
 * Who may call: anyone; anyone with a token, also before the details step and before the e-mail is verified; or people of
 * these roles with details and a verified e-mail.
 */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** What must be completed first: the four of the access gate (specification 4), and that the company has said its name, before it writes to strangers. */
export type Gate =
  | 'terms_signed'
  | 'company_named'
  | 'profile_complete'
  | 'payroll_info_complete'
  | 'payroll_funded'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A response that is a file, which is sent piece by piece: a document that is kept, or one that is made while it is sent. */
export type FileResponse = { readonly file: readonly string[]; readonly kept?: true }

/** What a handler answers for a file. Its pieces are made after the transaction ended, as fast as the caller takes them. */
export type FileInPieces = {
  readonly file_name: string
  readonly mime_type: string
  readonly pieces: AsyncIterable<Uint8Array>
  /** How long it is, where that is known before it is made. */
  readonly size_bytes?: number
  /** About how many rows a table will have, so that whoever takes it sees how far it is. */
  readonly rows?: number
}

/**
 * What a call that changes something touches. Where it creates, moves or redirects money, or gives access or takes it back into
 * force, it needs an authentication of the last minutes: a second factor, or the password where none is set. Above a limit the
 * use case asks for that by itself. All others say why they need none.
 */
export type Touches = 'money' | 'access' | 'money above a limit' | { readonly neither: string }

export type Endpoint = Call &
  (
    | { readonly method: 'GET'; readonly touches?: undefined }
    | { readonly method: Exclude<Method, 'GET'>; readonly touches: Touches }
  )

type Call = {
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Which members of an employer may call it, where that is not the usual; see `membersOf`. */
  readonly members?: readonly MemberRole[]
  /** Which operators may call it, where that is not the usual; see `operatorsOf`. */
  readonly operators?: readonly OperatorRole[]
  readonly gates?: readonly Gate[]
  /** What an API key of the employer needs to call it; without it no key may. */
  readonly scope?: KeyScope
  /** Whoever has the mailed link, or the code of a document, may: they need not be signed in, nor belong to whom it is about, and so no tenant's rows are theirs yet. */
  readonly byLink?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The name of the one file field of a multipart body, instead of `body`. */
  readonly upload?: string
  /** How many bytes the body may have, where that is not the usual; see `bodyLimitOf`. */
  readonly bodyLimit?: number
  readonly response: z.ZodType | FileResponse
  readonly problems?: readonly ProblemCode[]
  /** A GET that leaves something behind (that a file was opened, what was worked out) and so needs a writing transaction. */
  readonly leavesTrace?: boolean
}

export type Contract = Readonly<Record<string, Endpoint>>

/** Types an entry of a contract table; the value is unchanged. */
export function endpoint<const E extends Endpoint>(entry: E): E {
  return entry
}

/** Says that a response is a document that is kept, of one of these media types. */
export function file<const T extends readonly string[]>(
  ...types: T
): { readonly file: T; readonly kept: true } {
  return { file: types, kept: true }
}

/** Says that a response is a file of one of these media types, which is made while it is sent and of any size. */
export function fileInPieces<const T extends readonly string[]>(...types: T): { readonly file: T } {
  return { file: types }
}

/** The members of an employer who may call: all of them to read, owners and admins to change, unless the entry says otherwise. */
export function membersOf({ method, members }: Endpoint): readonly MemberRole[] {
  return members ?? (method === 'GET' ? MEMBER_ROLES : ['owner', 'admin'])
}

/** The operators who may call: all of them to read, admins to change, unless the entry says otherwise. */
export function operatorsOf({ method, operators }: Endpoint): readonly OperatorRole[] {
  return operators ?? (method === 'GET' ? OPERATOR_ROLES : ['admin'])
}

/** Whether the endpoint answers one kept document: who has another role is told that there is none, like every stranger (decision 0128). */
export function isDocument({ response, params }: Endpoint): boolean {
  return params !== undefined && 'file' in response && response.kept === true
}

/** Whether every call of the endpoint needs a fresh proof of who calls. */
export function needsProof({ touches }: Endpoint): boolean {
  return touches === 'money' || touches === 'access'
}

const KB = 1024
/** Above this a body is large, and its entry names its limit. */
export const USUAL_BODY_BYTES = 64 * KB
/** Anyone may send these, without a token. */
export const PUBLIC_BODY_BYTES = 8 * KB

/** How many bytes a body may have: 64 kB, of callers whom nobody knows 8 kB, unless the entry says otherwise. */
export function bodyLimitOf({ access, bodyLimit }: Endpoint): number {
  return bodyLimit ?? (access === 'public' ? PUBLIC_BODY_BYTES : USUAL_BODY_BYTES)
}

/** Limits that entries name: a file; 20,000 ids in JSON; as many acknowledged things; one document of 10 MB in base64. */
export const BODY_BYTES = {
  file: 5 * KB * KB + 4 * KB,
  ids: KB * KB,
  acknowledgements: 3 * KB * KB,
  documents: 15 * KB * KB,
} as const

/** Whether an endpoint answers with a file. */
export function isFileResponse(response: Endpoint['response']): response is FileResponse {
  return 'file' in response
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined

/** An uploaded file as a handler gets it. */
export type Upload = { readonly file_name: string; readonly bytes: Uint8Array }

/** What a handler of the endpoint receives: decoded values. */
export type HandlerInput<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: E extends { upload: string } ? Upload : Out<E['body']>
}

/** What a handler of the endpoint answers: decoded values, encoded to the wire by the server's kernel. */
export type HandlerOutput<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : FileInPieces
