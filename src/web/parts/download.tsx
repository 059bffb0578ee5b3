import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import { NO_FILE } from '#web/kernel/api-problem.ts'
import { alertProblem } from '#web/kernel/queries.ts'
import type { ClientInput, FileAnswer, FileName } from '#web/kernel/types.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'

/** Fetches a file with the person's token; an ApiProblem where that fails. */
export async function fetchFile<N extends FileName>(
  name: N,
  input: ClientInput<N>,
  onRows?: OnRows,
): Promise<FileAnswer> {
  // The type of a file call is resolved only once its name is known, which a generic one is not.
  return (await api(name, input, onRows ? { onFile: countRows(onRows) } : {})) as FileAnswer
}

/** How many rows have come, of how many; 0 of these where the server does not know before it has made them. */
type OnRows = (done: number, rows: number) => void

const LINE_FEED = 10

/** The same answer, which says row by row how much of a table has come. */
function countRows(onRows: OnRows) {
  return (answer: Response): Response => {
    const rows = Number(answer.headers.get('x-rows') ?? 0)
    const isTable = answer.headers.get('content-type')?.startsWith('text/csv')
    if (!isTable || !answer.body) return answer
    let done = 0
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, to) {
        for (const byte of piece) if (byte === LINE_FEED) done += 1
        onRows(rows > 0 ? Math.min(done, rows) : done, rows)
        to.enqueue(piece)
      },
    })
    return new Response(answer.body.pipeThrough(counter), { headers: answer.headers })
  }
}

/** Fetches a file and saves it under the name that the server gave it; says so where that fails. */
async function download<N extends FileName>(
  name: N,
  input: ClientInput<N>,
  onRows: OnRows,
): Promise<void> {
  const file = await fetchFile(name, input, onRows).catch(thrown => alertProblem(thrown, NO_FILE))
  if (file) save(file)
}

/** A table of fewer rows is there before anybody reads how far it is. */
const ROWS_TOLD = 2000

/** Saves a file; loading until it is there, and of a long table with how much of it has come. */
export function SaveButton<N extends FileName>({
  file,
  input,
  label,
  size,
  onSaved,
  children,
}: {
  file: N
  input: ClientInput<N>
  /** What is read out where the words on the button do not say which file. */
  label?: string
  size?: ButtonSize
  /** Once it was fetched, which others may see. */
  onSaved?: () => void
  children: ReactNode
}) {
  const t = useTranslations('parts.download')
  const [loading, setLoading] = useState(false)
  const [come, setCome] = useState<{ done: number; rows: number }>()
  const click = async () => {
    setLoading(true)
    await download(
      file,
      input,
      (done, rows) => (rows || done) >= ROWS_TOLD && setCome({ done, rows }),
    )
    setLoading(false)
    setCome(undefined)
    onSaved?.()
  }
  return (
    <div style={come ? undefined : { display: 'contents' }} className="stack g4">
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
      {come && (
        <>
          {come.rows > 0 && (
            <ProgressBar label={t('coming')} value={come.done} max={come.rows} thickness="thin" />
          )}
          <span className="cap t3">{t(come.rows > 0 ? 'rows' : 'rowsSoFar', come)}</span>
        </>
      )}
    </div>
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
