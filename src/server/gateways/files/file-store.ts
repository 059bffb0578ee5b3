/**
 * The port through which documents are kept. Contents are stored encrypted; the database holds only the `file_uuid`,
 * the owner and the SHA-256.
 */
export type FileStore = {
  /**
   * Keeps the bytes under `file_uuid`, all or nothing: after a crash the file is whole or absent. Putting again
   * replaces the file, so a repeated job is harmless. `context` must be given again, letter by letter, to read it.
   */
  put(file_uuid: string, bytes: Uint8Array, context: string): Promise<void>
  /**
   * Gives back what was put, piece by piece as they are asked for, of which some hundred kilobytes are in memory. No piece is given that is
   * not as it was put, and the last one only where nothing is missing. Throws GatewayError FILE_NOT_FOUND, or FILE_UNREADABLE when it was
   * altered, swapped or asked for in another context.
   */
  read(file_uuid: string, context: string): AsyncIterable<Buffer>
  /** What `read` gives, whole. */
  get(file_uuid: string, context: string): Promise<Buffer>
  /** Removes the file together with its only data key; removing an absent file succeeds. */
  remove(file_uuid: string): Promise<void>
  /** The id of the master key that wraps the file's data key, read off its first bytes. */
  keyOf(file_uuid: string): Promise<string>
  /**
   * Wraps the file's data key by the current master key and leaves the content as it is; true when the file was rewritten, false when it
   * already was so. Nobody may put the file meanwhile.
   */
  rewrap(file_uuid: string): Promise<boolean>
  /** The ids of all files that were put at least so long ago, some at a time; of all there are for 0, whatever the store's clock says. */
  list(older_than_ms: number): AsyncIterable<readonly string[]>
  /** Removes what a killed process left half-written so long ago; gives the number. */
  sweep(older_than_ms: number): Promise<number>
}

/** The last instant at which a file was put that is so old: for 0 there is none, since a store's clock is not ours. */
export function putUntil(older_than_ms: number): number {
  return older_than_ms === 0 ? Number.POSITIVE_INFINITY : Date.now() - older_than_ms
}
