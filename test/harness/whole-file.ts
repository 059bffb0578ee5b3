import type { FileInPieces } from '#contract/kernel/endpoint.ts'

/** A file as whoever asked for it has it in the end. */
export async function wholeFile({ pieces }: Pick<FileInPieces, 'pieces'>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces))
}
