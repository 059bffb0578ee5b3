import { describe, expect, it } from 'vitest'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { isTextKey, saidBeside, say, sayText, toKeep } from './words.ts'

const wait = textOf('kernel.waits.minutes', { count: 12 })
const text = textOf('kernel.problems.tooManyTries', { wait })

describe('words', () => {
  it('are filled with what is given and with other texts', () => {
    expect(sayText(text)).toBe('Too many tries. Wait 12 minutes, then try again.')
    expect(say('kernel.waits.hours', { count: 1 })).toBe('an hour')
    expect(sayText(textOf('payroll.problems.staleBecause', { changes: [wait, wait] }))).toBe(
      'The pay changed since you looked at it. Since it was approved last: 12 minutes 12 minutes Look again, then approve.',
    )
  })

  it('take what people typed as it is', () => {
    const label = "{count, plural, one {<b>'}"
    expect(say('payments.problems.sameAccount', { label })).toBe(
      `You added this account before, as ${label}.`,
    )
  })

  it('are keys of the catalogues or none', () => {
    expect(isTextKey('kernel.problems.busy')).toBe(true)
    for (const none of [
      '',
      'kernel',
      'kernel.problems',
      'kernel.problems.none',
      'toString',
      'a.b.c',
    ])
      expect([none, isTextKey(none)]).toEqual([none, false])
  })
})

describe('what a row keeps beside its sentence', () => {
  it('says the same', () => {
    const { sentence, said } = toKeep(text)
    expect(saidBeside(sentence, JSON.parse(said ?? 'null') as Text)).toEqual(text)
    expect(toKeep(null)).toEqual({ sentence: null, said: null })
  })

  it('is nothing where the sentence says otherwise, or where no catalogue has its words any more', () => {
    expect(saidBeside('Another sentence.', text)).toBeNull()
    expect(saidBeside('A sentence from before.', null)).toBeNull()
    const gone = { text: 'kernel.problems.gone', params: {} } as unknown as Text
    expect(saidBeside('Gone.', gone)).toBeNull()
    expect(saidBeside('Gone.', textOf('kernel.problems.tooManyTries', { wait: gone }))).toBeNull()
    // Its key is there, and asks for something that was not kept.
    expect(saidBeside('Gone.', textOf('kernel.problems.tooManyTries'))).toBeNull()
  })
})
