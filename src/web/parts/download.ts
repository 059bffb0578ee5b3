import { api } from '#web/kernel/api.ts'
import { NO_FILE } from '#web/kernel/api-problem.ts'
import { alertProblem } from '#web/kernel/queries.ts'
import type { ClientInput, FileAnswer, FileName } from '#web/kernel/types.ts'

/** Fetches a file with the person's token; an ApiProblem where that fails. */
export async function fetchFile<N extends FileName>(
  name: N,
  input: ClientInput<N>,
): Promise<FileAnswer> {
  // The type of a file call is resolved only once its name is known, which a generic one is not.
  return (await api(name, input)) as FileAnswer
}

/** Fetches a file and saves it under the name that the server gave it; says so where that fails. */
export async function download<N extends FileName>(name: N, input: ClientInput<N>): Promise<void> {
  const file = await fetchFile(name, input).catch(thrown => alertProblem(thrown, NO_FILE))
  if (file) save(file)
}

function save({ blob, file_name }: FileAnswer): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
  link.click()
  // The browser takes the blob after the click; freed a minute later, when it surely has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
