/**
 * What a gateway throws when the outside (a disk, a mail server, a document engine) does not do what was asked.
 *
 * `code` is a stable word for the log and for the few callers that branch on it; `retriable` says whether the very
 * same call may succeed later without anyone mending anything. Use cases turn it into a Problem or let the worker
 * try again; it never reaches a client as it is.
 */
export class GatewayError extends Error {
  readonly code: string
  readonly retriable: boolean

  constructor(code: string, message: string, options: { retriable: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.retriable = options.retriable
  }
}

/** A document was not made because no font has the letters of a text in it, and what is to be signed shows every letter. */
export class UnprintableError extends GatewayError {
  readonly unprintable: string

  constructor(message: string, unprintable: string) {
    super('PDF_TEXT_UNPRINTABLE', message, { retriable: false })
    this.unprintable = unprintable
  }
}
