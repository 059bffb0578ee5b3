/** What was refused is said until it is mended, field by field. */
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { apiProblem } from '#web/kernel/api-problem.ts'
import { useRefusal } from './refusal.ts'

const problem = (...fields: [string, string][]) =>
  apiProblem(
    422,
    'INVALID_REQUEST',
    'Two fields are wrong',
    fields.map(([field, msg]) => ({ loc: ['body', ...field.split('.')], msg })),
  )

function refusalOf(begin: Record<string, unknown>) {
  const view = renderHook(({ typed }) => useRefusal(typed), { initialProps: { typed: begin } })
  return {
    said: () => view.result.current,
    type: (typed: Record<string, unknown>) => view.rerender({ typed: { ...begin, ...typed } }),
  }
}

describe('a refusal', () => {
  it('lets go of a field once it holds something else, and of no other', () => {
    const { said, type } = refusalOf({ amount: '1', reference: '' })
    act(
      () =>
        void said().hear(
          problem(['amount.amount_in_smallest_unit', 'Too much'], ['reference', 'Missing']),
        ),
    )
    expect([said().of('amount'), said().of('reference'), said().whole]).toEqual([
      'Too much',
      'Missing',
      undefined,
    ])
    type({ amount: '2' })
    expect([said().of('amount'), said().of('reference')]).toEqual([undefined, 'Missing'])
  })

  it('is of what was sent: what was typed meanwhile is not said to be wrong, and the word is not lost', () => {
    const { said, type } = refusalOf({ amount: '1', reference: '' })
    const { hear } = said()
    type({ amount: '2' })
    act(() => void hear(problem(['amount', 'Too much'], ['reference', 'Missing'])))
    expect([said().of('amount'), said().of('reference'), said().whole]).toEqual([
      undefined,
      'Missing',
      'Too much',
    ])
    type({ amount: '3' })
    expect([said().of('reference'), said().whole]).toEqual(['Missing', undefined])
  })

  it('that names no field is said also where something was typed meanwhile', () => {
    const { said, type } = refusalOf({ words: '' })
    const { hear } = said()
    type({ words: 'because' })
    act(() => void hear(apiProblem(409, 'CONFLICT', 'Somebody was faster')))
    expect(said().whole).toBe('Somebody was faster')
    type({ words: 'because of it' })
    expect(said().whole).toBeUndefined()
  })

  it('says what is of no field above, until anything is typed', () => {
    const { said, type } = refusalOf({ words: '' })
    act(() => void said().hear(problem(['payment_uuids', 'Gone'], ['words', 'Missing'])))
    expect(said().whole).toBe('Gone')
    act(() => void said().hear(apiProblem(409, 'CONFLICT', 'Somebody was faster')))
    expect([said().whole, said().of('words')]).toEqual(['Somebody was faster', undefined])
    type({ words: 'because' })
    expect(said().whole).toBeUndefined()
  })

  it('leaves what names no field to others, where it hears fields only', () => {
    const { said } = refusalOf({ words: '' })
    act(() => void expect(said().hearFields(apiProblem(0, 'NO_RESPONSE', 'No answer'))).toBe(false))
    expect(said().whole).toBeUndefined()
  })
})
