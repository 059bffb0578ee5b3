import { describe, expect, it } from 'vitest'
import { inParts } from './in-parts.ts'

const MB = 1024 * 1024
const document = (mb: number) => ({ content: { length: mb * MB } as string })
const kinds = (parts: readonly object[]) => parts.map(part => Object.keys(part))

describe('documents of one form', () => {
  it('go by one call where it carries them, in order by several where not', () => {
    expect(kinds(inParts({ a: document(1), b: document(2) }))).toEqual([['a', 'b']])
    expect(
      kinds(inParts({ a: document(14), b: document(14), c: document(1), d: document(13) })),
    ).toEqual([['a'], ['b'], ['c', 'd']])
    expect(kinds(inParts({ a: document(20), b: document(1) }))).toEqual([['a'], ['b']])
  })

  it('may be none: what else the form says is sent all the same', () => {
    expect(inParts({})).toEqual([{}])
  })
})
