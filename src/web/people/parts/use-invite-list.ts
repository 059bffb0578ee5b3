import { useEffect, useRef, useState } from 'react'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'

export type ReadInvites = ClientOutput<'previewInvitations'>
export type InviteRow = ReadInvites['rows'][number]
export type InviteField = keyof InviteRow['typed']
type Body = ClientInput<'previewInvitations'>['body']
type Defaults = NonNullable<Body['defaults']>

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
 * A list of people as the server reads it: each change is looked at there again with those before it, whether these were answered or not;
 * what was asked last is what counts. A page that is opened again has its rows as they were mended, which are looked at anew.
 */
export function useInviteList() {
  const [kept, setKept] = useDraft<Kept>(LOOKED_AT, NOTHING)
  const [read, setRead] = useState<ReadInvites>()
  const asked = useRef(kept)
  const call = useCall('previewInvitations')
  const look = async (body: Body, of: Partial<Kept> = {}) => {
    const before = asked.current
    const now = { ...before, ...of, rows: body.rows ?? before.rows }
    asked.current = now
    const answer = await call.mutateAsync({ body }).catch(() => undefined)
    if (asked.current !== now) return
    // What was typed into rows is asked with the next change; a text that cannot be read is none.
    if (!answer) asked.current = body.rows ? now : before
    else {
      const columns = body.text === undefined ? now.columns : answer.columns
      asked.current = { ...now, columns, rows: answer.rows.map(({ typed }) => typed) }
      setKept(asked.current)
      setRead(answer)
    }
  }
  const lookAt = (change: (rows: Kept['rows']) => Kept['rows'], more: Defaults = {}) => {
    const defaults = { ...asked.current.defaults, ...more }
    return look({ rows: [...change(asked.current.rows)], defaults }, { defaults })
  }
  const lookAgain = () => lookAt(rows => rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back with the page is looked at once
  useEffect(() => {
    if (kept.rows.length > 0) void lookAgain()
  }, [])
  const forget = () => {
    for (const name of [LOOKED_AT, PASTED, ROLE_OF_ALL]) forgetDraft(draftPlace(name))
    asked.current = NOTHING
    setKept(NOTHING)
  }
  return {
    /** What the file is called; undefined of a list that was pasted. */
    file_name: kept.source.file_name || undefined,
    columns: kept.columns,
    defaults: kept.defaults,
    read,
    /** Whether a list came back with the page, which is not looked at yet. */
    comingBack: !read && kept.rows.length > 0,
    looking: call.isPending,
    problem: call.error,
    /** A text that could not be read, and why. */
    refused: refusedOf(call),
    /** Reads a text anew; what its columns say is read off it. */
    open: (text: string, file_name = '') =>
      look({ text, defaults: asked.current.defaults }, { source: { text, file_name } }),
    /** Says what the columns of the text are; what was mended by hand is read anew as well. */
    rename: (columns: (InviteField | null)[]) => {
      const { source, defaults } = asked.current
      return look({ text: source.text, columns, defaults })
    },
    fill: (more: Defaults) => lookAt(rows => rows, more),
    mend: (at: number, typed: Partial<InviteRow['typed']>) =>
      lookAt(rows => rows.map((row, place) => (place === at ? { ...row, ...typed } : row))),
    remove: (at: number) => lookAt(rows => rows.filter((_, place) => place !== at)),
    /** Has a row take the place of the one with the same address above it, which is left out in turn: nothing that was typed is lost. */
    prefer: (at: number, above: number) => lookAt(rows => exchanged(rows, at, above)),
    lookAgain,
    /** What was typed for it arrived: a page that is opened again says nothing of it. */
    sent: forget,
    clear: () => {
      forget()
      setRead(undefined)
    },
  }
}

function refusedOf({ error, variables }: ReturnType<typeof useCall<'previewInvitations'>>) {
  return error?.fields.length ? { text: variables?.body.text, why: error.detail } : undefined
}

function exchanged(rows: Kept['rows'], one: number, other: number): Kept['rows'] {
  return rows.map((row, place) => {
    const from = place === one ? other : place === other ? one : place
    return rows[from] ?? row
  })
}
