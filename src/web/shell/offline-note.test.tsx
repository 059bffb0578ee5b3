import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { history, useGo } from '#web/kernel/navigation.tsx'
import { openAlerts } from '#web/ui/alert-bus.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { OfflineNote } from './offline-note.tsx'

afterEach(cleanup)

it('says to who asks for another page while offline that this one stays, once however often they ask', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <Words of={ALL_WORDS}>
      <OfflineNote />
    </Words>,
  )
  const at = history.location.href
  const go = renderHook(useGo).result.current
  const said = () => openAlerts().map(({ message }) => message)
  go('/elsewhere')
  await waitFor(() => expect(said()).toEqual([expect.stringMatching(/^You are offline/)]))
  go('/elsewhere')
  await waitFor(() => expect(said()).toHaveLength(1))
  expect(history.location.href).toBe(at)
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(said()).toEqual([]))
  go('/elsewhere')
  await waitFor(() => expect(history.location.href).toBe('/elsewhere'))
  online.mockRestore()
})
