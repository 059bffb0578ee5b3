import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LEARNED } from '#web/words/learned.ts'
import { Words } from '#web/words/words.tsx'
import { openForm } from './drafts.ts'
import { loadPage } from './missing-script.ts'
import { ScreenError } from './screen-error.tsx'

const reload = vi.fn()
let root: Root | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('location', { ...window.location, reload })
  vi.useFakeTimers({ now: Date.parse('2026-11-23T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  act(() => root?.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reload.mockClear()
  sessionStorage.clear()
})

/** What a build of ours tells of a script that did not come; the router's page tells it on in our words. */
async function missingScript(): Promise<unknown> {
  const thrown = new TypeError('Failed to fetch dynamically imported module')
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: thrown }))
  return loadPage(() => Promise.reject(thrown)).catch(told => told)
}

function shown(error: unknown): string {
  act(() => root?.unmount())
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root?.render(
      <Words of={LEARNED}>
        <ScreenError error={error} />
      </Words>,
    ),
  )
  return document.body.textContent ?? ''
}

describe('a screen whose script is gone with the version before', () => {
  it('is loaded anew, with what was typed kept, and not a second time at once', async () => {
    const write = vi.fn()
    const close = openForm({
      place: { path: '/employer/team', name: 'inviteTeammate', dialog: false },
      write,
      forget: () => {},
      changed: () => false,
      handed: false,
    })
    shown(await missingScript())
    expect(reload).toHaveBeenCalledTimes(1)
    expect(write).toHaveBeenCalled()
    expect(shown(await missingScript())).toContain('Something Went Wrong')
    expect(reload).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + 61_000)
    shown(await missingScript())
    expect(reload).toHaveBeenCalledTimes(2)
    close()
  })

  it('says that there is no network, and does not leave the page for that', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(shown(await missingScript())).toContain('There is no network')
    expect(reload).not.toHaveBeenCalled()
  })

  it('is never loaded anew where it cannot be remembered that it was', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
    expect(shown(await missingScript())).toContain('Something Went Wrong')
    expect(reload).not.toHaveBeenCalled()
  })

  it('is told from one that is broken', () => {
    expect(shown(new Error('a broken page'))).toContain('Something Went Wrong')
    expect(reload).not.toHaveBeenCalled()
  })
})
