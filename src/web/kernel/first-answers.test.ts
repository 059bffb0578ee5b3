import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, fakeTabs, tokenOf } from './fake-server.test-data.ts'

const NOBODY = ''
const ME = { sub: 'ana', type: 'employer' }
const ANSWERS = [
  ['getMe', {}, ME],
  ['listCycles', { query: { view: 'run' } }, { items: [] }],
]

/** A page with these answers in it, opened with a session of `sub`, or of nobody. */
async function opened(sub = 'ana') {
  vi.resetModules()
  document.body.innerHTML = `<script type="application/json" id="first-answers">${JSON.stringify(ANSWERS)}</script>`
  const session = await import('./session.ts')
  const { firstAnswers } = await import('./first-answers.ts')
  const left: string[] = []
  session.onSessionEnd(why => left.push(why))
  let answer = () => {}
  const held = new Promise<void>(done => {
    answer = done
  })
  const server = fakeServer(async ({ path }) => {
    if (path === '/api/auth/sign-out') return { body: { url: null } }
    await held
    if (sub === NOBODY) return { status: 401, body: { code: 'UNAUTHENTICATED' } }
    return { body: { token: tokenOf({ sub, iat: 0, exp: 900 }) } }
  })
  return { ...session, ...server, firstAnswers, left, answer }
}

beforeEach(() => fakeTabs())
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('answers that came with the page', () => {
  it('are taken once, while the token that the page goes on with is asked for', async () => {
    const { firstAnswers, sessionState, token, times, answer } = await opened()
    expect(await firstAnswers()).toEqual(ANSWERS)
    expect(document.getElementById('first-answers')).toBeNull()
    expect(await firstAnswers()).toEqual([])
    // Before the token is there.
    expect(await sessionState()).toBe('open')
    answer()
    expect(await token()).toBe(tokenOf({ sub: 'ana', iat: 0, exp: 900 }))
    expect(times('/api/auth/token')).toBe(1)
  })

  it('leave the page when the token is another person’s by then', async () => {
    const { firstAnswers, left, answer } = await opened('ben')
    await firstAnswers()
    answer()
    await waitFor(() => expect(left).toEqual(['changed']))
  })

  it('leave the page when the session is over by then', async () => {
    const over = await opened(NOBODY)
    await over.firstAnswers()
    over.answer()
    await waitFor(() => expect(over.left).toEqual(['expired']))
    expect(await over.sessionState()).toBe('nobody')
  })

  it('are left alone where their person signed out and the provider has not heard of it', async () => {
    localStorage.setItem('corridor.sign-out-untold', 'yes')
    const { firstAnswers, times } = await opened()
    expect(await firstAnswers()).toEqual([])
    expect(document.getElementById('first-answers')).toBeNull()
    expect(times('/api/auth/token')).toBe(0)
  })
})
