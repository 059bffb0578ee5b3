/** The wire as the web sees it, derived from the contract by types alone: no schema reaches the bundle. */
import type { z } from 'zod'
import type { Api } from '#contract/api.ts'

/** The name of a call in the contract tables. */
export type ApiName = keyof Api

/** A file as a call answers it. */
export type FileAnswer = { readonly blob: Blob; readonly file_name: string }

type Nothing = Record<never, never>
type Part<K extends string, T> = T extends z.ZodType
  ? undefined extends z.input<T>
    ? { readonly [k in K]?: z.input<T> | undefined }
    : { readonly [k in K]: z.input<T> }
  : Nothing
/** A query of which nothing is required may be left out; a body may not, since the server reads one. */
type Query<T> = T extends z.ZodType
  ? Nothing extends z.input<T>
    ? { readonly query?: z.input<T> | undefined }
    : { readonly query: z.input<T> }
  : Nothing
type Of<E, K extends string> = E extends Record<K, infer T> ? T : undefined
type Flat<T> = { [K in keyof T]: T[K] }

type InputOf<E> = Flat<
  Part<'params', Of<E, 'params'>> &
    Query<Of<E, 'query'>> &
    (E extends { upload: string } ? { readonly body: FormData } : Part<'body', Of<E, 'body'>>)
>
// An interface, since of a mapped type alone the compiler would take the parts of all calls apart and multiply them.
interface Inputs extends Readonly<{ [N in ApiName]: InputOf<Api[N]> }> {}

/** What a call is given: `params`, `query` and `body` as on the wire; a form with the file where the call is an upload. */
export type ClientInput<N extends ApiName> = Inputs[N]

/** What a call answers: the value on the wire, amounts as whole numbers; a file where the contract says so. */
export type ClientOutput<N extends ApiName> = Api[N]['response'] extends z.ZodType
  ? z.input<Api[N]['response']>
  : FileAnswer

/** The calls that answer a file. */
export type FileName = {
  [N in ApiName]: Api[N]['response'] extends z.ZodType ? never : N
}[ApiName]

/** The calls that anyone may make, without a token. */
export type PublicName = {
  [N in ApiName]: Api[N]['access'] extends 'public' ? N : never
}[ApiName]

/** The signed-in person as the server answers. */
export type Me = ClientOutput<'getMe'>

/** Money on the wire. */
export type WireMoney = { readonly currency: string; readonly amount_in_smallest_unit: number }
