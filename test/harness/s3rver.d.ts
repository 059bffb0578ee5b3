/** A store that speaks S3, for tests; it brings no types. */
declare module 's3rver' {
  type Options = {
    readonly port: number
    readonly address: string
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string }[]
  }
  type Server = { run(): Promise<{ readonly port: number }>; close(): Promise<void> }
  const S3rver: new (options: Options) => Server
  export = S3rver
}
