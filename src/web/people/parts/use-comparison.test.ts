import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draftsBelongTo } from '#web/kernel/drafts.ts'
import { useComparison } from './use-comparison.ts'

beforeEach(() => {
  localStorage.clear()
  draftsBelongTo('olu')
})
afterEach(cleanup)

const open = (changed_at: string) =>
  renderHook(useComparison, { initialProps: { id: 'ana', changed_at } })

it('what was compared in another tab before something changed is not compared as it stands', () => {
  const [before, after] = [open('2026-03-02T10:00:00.000Z'), open('2026-03-02T11:00:00.000Z')]
  act(() => before.result.current[1]({ 'passport.surname': 'same' as const }))
  act(() => after.result.current[1]({ 'passport.given': 'same' as const }))
  cleanup()
  expect(open('2026-03-02T11:00:00.000Z').result.current[0]).toEqual({ 'passport.given': 'same' })
})

it('what was compared is there again, until something changes', () => {
  const { result } = open('2026-03-02T10:00:00.000Z')
  act(() => result.current[1]({ 'passport.surname': 'same' as const }))
  cleanup()
  const again = open('2026-03-02T10:00:00.000Z')
  expect(again.result.current[0]).toEqual({ 'passport.surname': 'same' })
  again.rerender({ id: 'ana', changed_at: '2026-03-02T11:00:00.000Z' })
  expect(again.result.current[0]).toEqual({})
})
