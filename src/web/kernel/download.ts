import { api } from '#web/kernel/api.ts'
import type { ClientInput, FileAnswer, FileName } from '#web/kernel/types.ts'

/** Fetches a file with the person's token; an ApiProblem where that fails. */
export async function fetchFile<N extends FileName>(
  name: N,
  input: ClientInput<N>,
): Promise<FileAnswer> {
  // The type of a file call is resolved only once its name is known, which a generic one is not.
  return (await api(name, input)) as FileAnswer
}

/** Fetches a file and saves it under the name that the server gave it. */
export async function download<N extends FileName>(name: N, input: ClientInput<N>): Promise<void> {
  const { blob, file_name } = await fetchFile(name, input)
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
  link.click()
  // The browser takes the blob after the click; freed a minute later, when it surely has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
