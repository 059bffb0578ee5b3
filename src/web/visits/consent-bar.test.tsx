import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, fakeTabs } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { ConsentBar } from './consent-bar.tsx'

const scripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script')].map(({ src }) => src)

async function visit(tag_manager_id: string | null) {
  const { asked } = fakeServer(() => ({ body: { tag_manager_id } }))
  render(
    <Words of={ALL_WORDS}>
      <QueryClientProvider client={createQueryClient()}>
        <ConsentBar />
      </QueryClientProvider>
    </Words>,
  )
  await waitFor(() => expect(asked.length).toBe(1))
  await new Promise(resolve => setTimeout(resolve, 20))
}

beforeEach(() => {
  fakeTabs()
  window.history.replaceState(null, '', '/auth/login')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  for (const script of document.querySelectorAll('script')) script.remove()
  vi.unstubAllGlobals()
})

describe('counting visits', () => {
  it('is not asked about where nothing is configured', async () => {
    await visit(null)
    expect(document.body.textContent).toBe('')
    expect(scripts()).toEqual([])
  })

  it('is not done before somebody agreed', async () => {
    await visit('GTM-ABC123')
    expect(screen.getByRole('region', { name: 'Counting visits' })).toBeDefined()
    expect(scripts()).toEqual([])
  })

  it('begins with a yes, once, and the answer is remembered', async () => {
    await visit('GTM-ABC123')
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    const container = 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'
    expect(scripts()).toEqual([container])
    cleanup()
    await visit('GTM-ABC123')
    expect(screen.queryByRole('region')).toBeNull()
    expect(scripts()).toEqual([container])
  })

  it.each([
    '/dashboard',
    '/employer/payroll-run',
    '/signup?invitation=abc',
    '/verify-email?token=a',
  ])('is neither asked about nor done on %s', async page => {
    window.history.replaceState(null, '', page)
    localStorage.setItem('corridor.page-visits', 'given')
    await visit('GTM-ABC123')
    expect(scripts()).toEqual([])
    localStorage.clear()
    cleanup()
    await visit('GTM-ABC123')
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('is not done after a no, now and later', async () => {
    await visit('GTM-ABC123')
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    cleanup()
    await visit('GTM-ABC123')
    expect(screen.queryByRole('region')).toBeNull()
    expect(scripts()).toEqual([])
  })
})
