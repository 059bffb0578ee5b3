/** What the server says of a field leaves once the field is typed anew: only two hooks put it there (`form.ts`, `refusal.ts`). */
import { expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

/** Who reads what is wrong field by field, and puts it at no field. */
const READS: Readonly<Record<string, string>> = {
  'src/web/kernel/queries.ts': 'it alerts what names no field',
  'src/web/parts/form.ts': 'the hook of react-hook-form',
  'src/web/parts/refusal.ts': 'the hook of all others',
  'src/web/people/parts/address-dialog.tsx': 'it gives the hook the names of its fields',
  'src/web/integrations/parts/new-key-dialog.tsx': 'it gives the hook the names of its fields',
  'src/web/people/parts/use-invite-list.ts': 'said of a text, while that text stands there',
  'src/web/people/parts/invite-source.tsx': 'said of a file, which is chosen anew',
  'src/web/ledger/parts/booking.tsx': 'the rows of a file',
  'src/web/payments/parts/answer-upload.tsx': 'the rows of a file',
  'src/web/reconciliation/parts/statement-reader.tsx': 'the rows of a file',
  'src/web/batches/parts/file-review.tsx': 'a file that cannot be read',
  'src/web/invoicing/contractor-invoice-page.tsx': 'alerted: what is lacking stands beside it',
}

const FIELDS =
  /\b(problem|error|thrown\))\??\.fields\b|\(\{[^}]*\bfields\b[^}]*\}(: ApiProblem)?\)|\{[^}]*\bfields\b[^}]*\} = (asApiProblem|problem)|problem: \{[^}]*\bfields\b/

it('what is wrong with a field is said by the hooks that take it back', () => {
  const readers = sourcesIn('src/web')
    .filter(({ path, code }) => !isTest(path) && FIELDS.test(code))
    .map(({ path }) => path)
  expect(readers.sort()).toEqual(Object.keys(READS).sort())
})

it('a form that keeps from the alerts what was refused of the whole says it by itself', () => {
  const keeps = /onProblem: \(\) => true|onProblem: \(?problem[^=]*=> \{[^}]*showProblem\(/
  const silent = sourcesIn('src/web').filter(
    ({ code }) => keeps.test(code) && /showProblem\(/.test(code) && !/refusedWhole\(/.test(code),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

/** Who counts what cannot be read as nothing, and sends it nowhere as such. */
const AS_NOTHING: Readonly<Record<string, string>> = {
  'src/web/invoicing/parts/invoice-form.ts': 'a draft, which says which of its fields are not kept',
}

it('an amount that cannot be read is sent as no other: not even as nothing', () => {
  const readers = sourcesIn('src/web')
    .filter(({ path, code }) => !isTest(path) && /\bminorOf\([^()]*\)\s*(\?\?|\|\|)/.test(code))
    .map(({ path }) => path)
  expect(readers).toEqual(Object.keys(AS_NOTHING))
})
