/** What the tests of forms share that two people save: another version is saved meanwhile, both are shown, and one is chosen. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from './fake-server.test-data.ts'

/** A form: how it is opened and typed into, what saves it, and what its field holds once what was saved meanwhile is taken. */
export type SavedByTwo = {
  open(): Promise<unknown>
  readonly save: string
  readonly field: string | RegExp
  readonly now: string
  /** What of a request says what was seen. */
  seenOf?(body: Record<string, unknown>): unknown
}

/** Answers of the server by path, `two` once another version is saved; undefined for an empty list. */
export type Answers = (path: string, two: boolean) => unknown

/** Types into a field by its label, and leaves it. */
export const typeInto = async (label: string | RegExp, value: string) => {
  const field = await screen.findByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
/** Presses a button by its name. */
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))

/** Tests each form: what is typed is kept and saved over what was just shown, or gives way to it. */
export function savedByTwo(
  forms: Readonly<Record<string, SavedByTwo>>,
  calls: readonly string[],
  answers: Answers,
): void {
  let two: boolean
  let sent: Record<string, unknown>[]
  beforeEach(() => {
    two = false
    sent = []
    fakeServer(({ method, path, body }) => {
      const at = path.replace('/api/v1', '').split('?')[0] ?? ''
      if (at === '/api/auth/token') {
        const iat = Math.floor(Date.now() / 1000)
        return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
      }
      if (at === '/user/app-config') return { body: { today: '2026-11-26' } }
      if (method === 'PUT') {
        sent.push(JSON.parse(body ?? '{}'))
        if (two && sent.length === 1)
          return { status: 409, body: { code: 'CONFLICT', detail: 'Changed.', fields: [] } }
      }
      const known = { sub: 'ana', type: 'employer', allowed_calls: calls, held_calls: [] }
      const answer = answers(at, two) ?? []
      return { body: at === '/user/me' ? { ...known, ...answer } : answer }
    })
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
  const seenOf = ({ seenOf: of = body => body.seen }: SavedByTwo) => sent.map(of)

  it.each(Object.entries(forms))('%s: what stands here is kept', async (_what, form) => {
    await form.open()
    two = true
    await press(form.save)
    expect(await screen.findByText(/changed elsewhere/)).toBeTruthy()
    expect(screen.queryByText('Changed.')).toBeNull()
    await press('Keep what stands here')
    await waitFor(() => expect(sent.length).toBeGreaterThan(1))
    const [first, second] = seenOf(form)
    expect(first).toBeDefined()
    expect(second).not.toEqual(first)
    const [one, other] = sent.map(({ seen: _, version: __, ...rest }) => rest)
    expect(other).toEqual(one)
  })

  it.each(Object.entries(forms))('%s: what is saved is taken', async (_what, form) => {
    await form.open()
    two = true
    await press(form.save)
    await screen.findByText(/changed elsewhere/)
    await press('Show what is saved')
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(form.field).value).toBe(form.now),
    )
    expect(sent).toHaveLength(1)
  })
}
