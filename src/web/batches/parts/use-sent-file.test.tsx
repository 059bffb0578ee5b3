/** A file of payments is there again after a reload, and forgotten once it arrived. */
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { draftsBelongTo } from '#web/kernel/drafts.ts'
import { lostFiles } from '#web/kernel/lost-files.ts'
import { useSentFile } from './use-sent-file.ts'

beforeEach(() => draftsBelongTo(`sub-${Math.random()}`))

const small = { file_name: 'couriers.csv', text: 'email,amount' }
const large = { file_name: 'all.csv', text: 'x'.repeat(1_000_001) }
const { pathname } = window.location

/** Opens the page, and what `work` does there; the page is closed again. */
function visit(work: (page: ReturnType<typeof useSentFile>) => void = () => {}) {
  const { result, unmount } = renderHook(() => useSentFile())
  const { file } = result.current
  act(() => work(result.current))
  const sent = () => act(() => result.current.sent())
  return { file, sent, unmount }
}

it.each([small, large])('$file_name', chosen => {
  const first = visit(({ open }) => open(chosen))
  first.unmount()
  const isKept = chosen === small
  const again = visit()
  expect(again.file).toEqual(isKept ? chosen : undefined)
  expect(lostFiles(pathname)).toEqual(isKept ? [] : [chosen.file_name])
  again.sent()
  again.unmount()
  expect(visit().file).toBeUndefined()
  expect(lostFiles(pathname)).toEqual([])
})
