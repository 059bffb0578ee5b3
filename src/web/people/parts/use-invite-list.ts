import { useEffect, useState } from 'react'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'

export type ReadInvites = ClientOutput<'previewInvitations'>
export type InviteRow = ReadInvites['rows'][number]
export type InviteField = keyof InviteRow['typed']
type Asked = ClientInput<'previewInvitations'>['body']
type Defaults = NonNullable<Asked['defaults']>

/** A list that was looked at: what it was read from, and its rows as they were mended since. */
type Kept = {
  readonly source: { readonly text: string; readonly file_name: string }
  readonly columns: ReadInvites['columns']
  readonly defaults: Defaults
  readonly rows: readonly InviteRow['typed'][]
}

const NOTHING: Kept = { source: { text: '', file_name: '' }, columns: [], defaults: {}, rows: [] }

/** The draft of the list that was looked at. */
const LOOKED_AT = 'list that was looked at'

/** The draft of the list that is pasted. */
export const PASTED = 'list'

/** The draft of the role that stands for rows without one. */
export const ROLE_OF_ALL = 'role of all'

export type InviteList = ReturnType<typeof useInviteList>

/**
 * A list of people as the server reads it: each change is looked at there again, in the order in which they were made. A page that is
 * opened again has its rows as they were mended, which are looked at anew.
 */
export function useInviteList() {
  const [kept, setKept] = useDraft<Kept>(LOOKED_AT, NOTHING)
  const [read, setRead] = useState<ReadInvites>()
  const call = useCall('previewInvitations')
  const look = async (asked: Asked, of: Partial<Kept> = {}) => {
    const answer = await call.mutateAsync({ body: asked }).catch(() => undefined)
    if (!answer) return
    setKept({
      ...kept,
      ...of,
      ...(asked.text === undefined ? {} : { columns: answer.columns }),
      rows: answer.rows.map(({ typed }) => typed),
    })
    setRead(answer)
  }
  const { source, columns, defaults, rows } = kept
  const lookAgain = () => look({ rows: [...rows], defaults })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back with the page is looked at once
  useEffect(() => {
    if (rows.length > 0) void lookAgain()
  }, [])
  const forget = () => {
    for (const name of [PASTED, ROLE_OF_ALL]) forgetDraft(draftPlace(name))
    setKept(NOTHING)
  }
  return {
    /** What the file is called; undefined of a list that was pasted. */
    file_name: source.file_name || undefined,
    columns,
    defaults,
    read,
    /** Whether a list came back with the page, which is not looked at yet. */
    comingBack: !read && rows.length > 0,
    looking: call.isPending,
    problem: call.error,
    /** Reads a text anew; what its columns say is read off it. */
    open: (text: string, file_name = '') =>
      look({ text, defaults }, { source: { text, file_name } }),
    /** Says what the columns of the text are; what was mended by hand is read anew as well. */
    rename: (fields: (InviteField | null)[]) =>
      look({ text: source.text, columns: fields, defaults }),
    fill: (more: Defaults) => {
      const filled = { ...defaults, ...more }
      return look({ rows: [...rows], defaults: filled }, { defaults: filled })
    },
    mend: (at: number, typed: Partial<InviteRow['typed']>) =>
      look({
        rows: rows.map((row, place) => (place === at ? { ...row, ...typed } : row)),
        defaults,
      }),
    remove: (at: number) => look({ rows: rows.filter((_, place) => place !== at), defaults }),
    lookAgain,
    /** What was typed for it arrived: a page that is opened again says nothing of it. */
    sent: forget,
    clear: () => {
      forget()
      setRead(undefined)
    },
  }
}
