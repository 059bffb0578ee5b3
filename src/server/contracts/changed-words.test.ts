import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedWords } from './changed-words.ts'

const textOf = (kinds: readonly string[], parts: ReturnType<typeof changedWords>) =>
  parts
    .filter(part => kinds.includes(part.kind))
    .map(part => part.text)
    .join('')

describe('the words that changed', () => {
  it('are told word by word', () => {
    expect(changedWords('Pays each second week.', 'Pays each third week.')).toEqual([
      { kind: 'same', text: 'Pays each ' },
      { kind: 'gone', text: 'second' },
      { kind: 'new', text: 'third' },
      { kind: 'same', text: ' week.' },
    ])
    expect(changedWords('', 'New.')).toEqual([{ kind: 'new', text: 'New.' }])
    expect(changedWords('Same.', 'Same.')).toEqual([{ kind: 'same', text: 'Same.' }])
  })

  it('are both texts, whatever these are', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '我们', 'مرحبا', '.', '1'), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(words, words, (before, after) => {
        const [then, now] = [before.join(''), after.join('')]
        const parts = changedWords(then, now)
        expect(textOf(['same', 'gone'], parts)).toBe(then)
        expect(textOf(['same', 'new'], parts)).toBe(now)
      }),
    )
  })

  it('of texts that share nothing are one text gone and one new', () => {
    const many = (word: string) => Array.from({ length: 4000 }, (_, at) => word + at).join(' ')
    const parts = changedWords(many('a'), many('b'))
    expect(parts.map(part => part.kind)).toEqual(['gone', 'new'])
  })
})
