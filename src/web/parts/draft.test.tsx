/** What nobody typed into shows what the server has; what was typed stays. */
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draftsBelongTo, unsavedForms } from '#web/kernel/drafts.ts'
import { useDraft } from './draft.ts'

beforeEach(() => draftsBelongTo(`sub-${Math.random()}`))
afterEach(cleanup)

const open = () =>
  renderHook(({ hours }) => useDraft('hours', hours), { initialProps: { hours: '80.00' } })

it('follows what changed elsewhere while nothing is typed, and is nothing unsaved', () => {
  const { result, rerender } = open()
  rerender({ hours: '77.50' })
  expect(result.current[0]).toBe('77.50')
  expect(unsavedForms()).toEqual([])
})

it('keeps what was typed, whatever changes elsewhere, and says that it is unsaved', () => {
  const { result, rerender } = open()
  act(() => result.current[1]('96'))
  rerender({ hours: '77.50' })
  expect(result.current[0]).toBe('96')
  expect(unsavedForms()).toEqual(['hours'])
})

it('that arrived follows what changed elsewhere before it was heard of', () => {
  const { result, rerender } = open()
  act(() => result.current[1]('77.50'))
  act(() => result.current[2]('77.50'))
  expect(unsavedForms()).toEqual([])
  rerender({ hours: '75.00' })
  expect(result.current[0]).toBe('75.00')
  expect(unsavedForms()).toEqual([])
})
