import { type ReactNode, useState } from 'react'
import { api } from '#web/kernel/api.ts'
import { NO_FILE } from '#web/kernel/api-problem.ts'
import { alertProblem } from '#web/kernel/queries.ts'
import type { ClientInput, FileAnswer, FileName } from '#web/kernel/types.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'

/** Fetches a file with the person's token; an ApiProblem where that fails. */
export async function fetchFile<N extends FileName>(
  name: N,
  input: ClientInput<N>,
): Promise<FileAnswer> {
  // The type of a file call is resolved only once its name is known, which a generic one is not.
  return (await api(name, input)) as FileAnswer
}

/** Fetches a file and saves it under the name that the server gave it; says so where that fails. */
async function download<N extends FileName>(name: N, input: ClientInput<N>): Promise<void> {
  const file = await fetchFile(name, input).catch(thrown => alertProblem(thrown, NO_FILE))
  if (file) save(file)
}

/** Saves a file; loading until it is there. */
export function SaveButton<N extends FileName>({
  file,
  input,
  label,
  size,
  children,
}: {
  file: N
  input: ClientInput<N>
  /** What is read out where the words on the button do not say which file. */
  label?: string
  size?: ButtonSize
  children: ReactNode
}) {
  const [loading, setLoading] = useState(false)
  const click = async () => {
    setLoading(true)
    await download(file, input)
    setLoading(false)
  }
  return (
    <Button
      variant="secondary"
      size={size}
      icon="download"
      loading={loading}
      aria-label={label}
      onClick={() => void click()}
    >
      {children}
    </Button>
  )
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
