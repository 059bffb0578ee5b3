import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draftsBelongTo } from '#web/kernel/drafts.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import type { ContractorSelf } from './personal-form.ts'
import { useDocuments } from './use-documents.ts'

beforeEach(() => {
  localStorage.clear()
  draftsBelongTo('dana')
})
afterEach(cleanup)

const fileOf = (file_name: string) => ({
  file_name,
  mime_type: 'application/pdf',
  content: 'JVBERg==',
  size: 4,
})

it('keeps both of two files that are read at the same moment', () => {
  const self = { documents: [], mailing_address: null, country_code: 'NG' }
  const client = createQueryClient()
  const { result } = renderHook(
    () => useDocuments(self as unknown as ContractorSelf, undefined, () => {}),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>
          <Words of={ALL_WORDS}>{children}</Words>
        </QueryClientProvider>
      ),
    },
  )
  // Both fields of one render: what each was given is called when its file was read.
  const { choose } = result.current
  act(() => choose('identification_document', fileOf('passport.pdf')))
  act(() => choose('permanent_address_document', fileOf('bill.pdf')))
  expect(result.current.files).toEqual({
    identification_document: fileOf('passport.pdf'),
    permanent_address_document: fileOf('bill.pdf'),
  })
})
