import { describe, expect, it } from 'vitest'
import { isCells } from '#web/parts/cells.ts'
import { begun, edited, redone, toSave, typedSince, undone } from './hours-sheet.ts'

const cell = (line_item_uuid: string, typed?: string) => ({
  line_item_uuid,
  hours: typed === undefined ? undefined : { typed, version: 1 },
})

describe('a sheet', () => {
  it('goes back and forth step by step; cells that are pasted at once are one step', () => {
    const typed = edited(begun(''), [cell('a', '80')])
    const pasted = edited(typed, [cell('a', '81'), cell('b', '82')])
    expect(undone(pasted).now).toEqual(typed.now)
    expect(undone(undone(pasted)).now).toEqual({})
    expect(redone(undone(pasted)).now).toEqual(pasted.now)
    expect(undone(begun(''))).toEqual(begun(''))
    expect(redone(pasted)).toBe(pasted)
  })

  it('goes a hundred steps back and forth, whatever was typed, pasted and taken back', () => {
    const seen = [begun('')]
    for (let n = 0; n < 120; n += 1) {
      const last = seen.at(-1) ?? begun('')
      const pasted = [cell(`${n % 7}`, `${n}`), cell(`${n % 3}`, n % 5 ? `${n}` : undefined)]
      seen.push(edited(last, [...pasted, cell(`${n % 7}`, `${n + 1}`)]))
    }
    let at = seen.at(-1) ?? begun('')
    for (const before of seen.slice(20, -1).reverse()) {
      at = undone(at)
      expect(at.now).toEqual(before.now)
    }
    expect(undone(at)).toEqual(at)
    for (const after of seen.slice(21)) {
      at = redone(at)
      expect(at.now).toEqual(after.now)
    }
    expect(redone(at)).toBe(at)
  })

  it('that was sent leaves what was typed since', () => {
    const sent = edited(begun(''), [cell('a', '80'), cell('b', '81')]).now
    expect(typedSince(sent, sent)).toEqual({})
    const since = edited({ now: sent, past: [], ahead: [] }, [cell('b', '82'), cell('c', '83')]).now
    expect(Object.keys(typedSince(since, sent))).toEqual(['b', 'c'])
    expect(typedSince(edited(begun(''), [cell('a', '80')]).now, sent)).toEqual({})
  })

  it('forgets the way forth once something else is typed, and keeps no step that changes nothing', () => {
    const typed = edited(begun(''), [cell('a', '80')])
    expect(redone(edited(undone(typed), [cell('b', '1')])).now).toEqual({
      b: { typed: '1', version: 1 },
    })
    expect(edited(typed, [cell('a', '80')])).toBe(typed)
    expect(edited(typed, [cell('a')]).now).toEqual({})
  })

  it('comes back from what was kept', () => {
    const { now } = edited(begun(''), [cell('a', '80')])
    expect(begun(JSON.stringify(now)).now).toEqual(now)
    expect(begun('no sheet').now).toEqual({})
    const kept = { ...now, b: null, c: { typed: 80, version: 1 }, d: { typed: '80' }, e: '80' }
    expect(begun(JSON.stringify(kept)).now).toEqual(now)
    expect(begun('["80"]').now).toEqual({})
  })

  it('is saved as hours, and not while one of its cells is none', () => {
    const typed = (...of: readonly string[]) =>
      toSave(
        edited(
          begun(''),
          of.map((hours, at) => cell(`${at}`, hours)),
        ).now,
      )
    expect(typed('77:30', '80,25 h')).toEqual([
      { line_item_uuid: '0', version: 1, hours: 77.5 },
      { line_item_uuid: '1', version: 1, hours: 80.25 },
    ])
    for (const wrong of ['', 'x', '1,234', '0', '-8', '745'])
      expect(typed('80', wrong)).toBe(undefined)
  })

  it.each([
    ['80', false],
    ['80\n', false],
    ['80\r\n', false],
    ['80\n81', true],
    ['ada@x.test\t80', true],
  ])('%j is cells of a spreadsheet: %s', (text, is) => {
    expect(isCells(text)).toBe(is)
  })
})
