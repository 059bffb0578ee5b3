/** A store that speaks S3, for tests; it brings no types. */
declare module 's3rver' {
  type Options = {
    readonly port: number
    readonly address: string
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string }[]
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }

  export = S3rver
}
