import { useState } from 'react'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'

export type ReadInvites = ClientOutput<'previewInvitations'>
export type InviteRow = ReadInvites['rows'][number]
export type InviteField = keyof InviteRow['typed']
type Asked = ClientInput<'previewInvitations'>['body']
type Defaults = NonNullable<Asked['defaults']>

/** The draft of the list that is pasted. */
export const PASTED = 'list'

/** The draft of the role that stands for rows without one. */
export const ROLE_OF_ALL = 'role of all'

export type InviteList = ReturnType<typeof useInviteList>

function forget(): void {
  for (const name of [PASTED, ROLE_OF_ALL]) forgetDraft(draftPlace(name))
}

/** A list of people as the server reads it: each change is looked at there again, in the order in which they were made. */
export function useInviteList() {
  const [source, setSource] = useState<{ text: string; file_name: string | undefined }>()
  const [columns, setColumns] = useState<ReadInvites['columns']>([])
  const [defaults, setDefaults] = useState<Defaults>({})
  const [read, setRead] = useState<ReadInvites>()
  const call = useCall('previewInvitations')
  const look = async (asked: Asked) => {
    const answer = await call.mutateAsync({ body: asked }).catch(() => undefined)
    if (!answer) return
    if (asked.text !== undefined) setColumns(answer.columns)
    setRead(answer)
  }
  const typedRows = () => (read?.rows ?? []).map(row => row.typed)
  return {
    source,
    columns,
    defaults,
    read,
    looking: call.isPending,
    problem: call.error,
    /** Reads a text anew; what its columns say is read off it. */
    open: (text: string, file_name?: string) => {
      setSource({ text, file_name })
      return look({ text, defaults })
    },
    /** Says what the columns of the text are; what was mended by hand is read anew as well. */
    rename: (fields: (InviteField | null)[]) =>
      look({ text: source?.text ?? '', columns: fields, defaults }),
    fill: (more: Defaults) => {
      setDefaults({ ...defaults, ...more })
      return look({ rows: typedRows(), defaults: { ...defaults, ...more } })
    },
    mend: (at: number, typed: Partial<InviteRow['typed']>) =>
      look({
        rows: typedRows().map((row, place) => (place === at ? { ...row, ...typed } : row)),
        defaults,
      }),
    remove: (at: number) =>
      look({ rows: typedRows().filter((_, place) => place !== at), defaults }),
    lookAgain: () => look({ rows: typedRows(), defaults }),
    /** What was typed for it arrived: a page that is opened again says nothing of it. */
    sent: forget,
    clear: () => {
      forget()
      setSource(undefined)
      setRead(undefined)
    },
  }
}
