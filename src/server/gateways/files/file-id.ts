import { GatewayError } from '#server/gateways/gateway-error.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The additional authenticated data of one file: its own id and the caller's context, which is the id again where there is none, so that a blob copied over
 * another file does not open even for the same owner. Throws GatewayError FILE_ID_INVALID for anything but a
 * lower-case UUID, which also keeps every path inside the store.
 */
export function boundContext(file_uuid: string, context = file_uuid): string {
  if (!UUID.test(file_uuid)) {
    throw new GatewayError('FILE_ID_INVALID', 'A file id must be a lower-case UUID.', {
      retriable: false,
    })
  }
  return `${file_uuid}\0${context}`
}

/** The one error both stores throw for an absent file. */
export function fileNotFound(): GatewayError {
  return new GatewayError('FILE_NOT_FOUND', 'No file is stored under this id.', {
    retriable: false,
  })
}
