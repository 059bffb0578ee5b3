import { describe, expect, it } from 'vitest'
import { exhibitLines, isTooDeep, isTooMarked } from '#domain/contracts/exhibit.ts'
import { parseExhibit } from './parse-exhibit.ts'

const lines = (markdown: string) => exhibitLines(parseExhibit(markdown))
const shape = (markdown: string) =>
  parseExhibit(markdown).map(({ kind, level, marker }) => [kind, level, marker].join(' ').trim())
const runs = (markdown: string) => parseExhibit(markdown).flatMap(block => block.runs)

describe('an exhibit in rich text', () => {
  it('has headings, paragraphs, lists in lists, bold, links and tables', () => {
    const written = [
      '# Work\n\nThe **first** of\ntwo lines, see [the plan](https://northwind.test/plan).',
      '- look\n  1. left\n  2. right\n- go',
      '| Milestone | Due |\n| --- | --- |\n| Draft | **May** |\n| Rest |',
    ].join('\n\n')
    expect(shape(written)).toEqual([
      'heading 1',
      'paragraph 0',
      'item 1 •',
      'item 2 1.',
      'item 2 2.',
      'item 1 •',
      'table 0',
    ])
    expect(runs('The **first** of\ntwo')).toEqual([
      { as: 'text', text: 'The ' },
      { as: 'strong', text: 'first' },
      { as: 'text', text: ' of' },
      { as: 'break', text: '' },
      { as: 'text', text: 'two' },
    ])
    expect(lines(written)).toContain('Work')
    expect(
      parseExhibit(written)
        .at(-1)
        ?.rows.map(row => row.length),
    ).toEqual([2, 2, 2])
  })

  it('says where a link leads wherever its words do not, and leads to https and mail alone', () => {
    expect(runs('[our plan](https://a.test/x)')).toEqual([
      { as: 'link', text: 'our plan (https://a.test/x)', href: 'https://a.test/x' },
    ])
    expect(runs('[https://good.test](https://evil.test)')[0]?.text).toContain('https://evil.test')
    expect(runs('<https://a.test/x>')[0]).toMatchObject({ as: 'link', text: 'https://a.test/x' })
    expect(runs('[write](mailto:a@b.test)')[0]).toMatchObject({ href: 'mailto:a@b.test' })
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a.test',
      'https://u:p@a.test',
      '//a.test',
      'file:///etc',
      'JaVaScRiPt:x',
    ])
      for (const run of runs(`[go](${url})`)) {
        expect(run.as).toBe('text')
        expect(run.text).toContain(url)
      }
  })

  it('keeps everything else as the letters that were typed', () => {
    for (const written of [
      '<b onclick="x">bold</b>',
      '<script>alert(1)</script>',
      '> quoted',
      '`code`',
      '---',
      '[x]: https://a.test',
      '#let x = [*not markup*]',
      '$1 + 1$ and @ref and #panic("x")',
      '我们设计机械臂',
      'يصمم المقاول',
    ])
      expect(lines(written).join('\n').replace('*not markup*', 'not markup')).toBe(
        written.replace('*not markup*', 'not markup'),
      )
    expect(lines('![picture](https://a.test/p.png)').join('')).toContain('!picture')
    const wide = `|${'a|'.repeat(9)}\n|${'-|'.repeat(9)}\n|1|`
    expect(shape(wide)).toEqual(['paragraph 0'])
  })

  it('is read whatever is written, and what nobody means is named', () => {
    for (const [part, times] of [
      ['>', 10_000],
      ['[', 10_000],
      ['**a ', 2_500],
      ['![[', 3_000],
      ['|', 10_000],
      ['<', 10_000],
      ['&#x0;', 2_000],
      ['\u202e\u0000', 5_000],
    ] as const)
      expect(lines(part.repeat(times)).length).toBeGreaterThan(0)
    const stairs = Array.from({ length: 100 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n')
    const levels = parseExhibit(stairs).map(block => block.level)
    expect(Math.max(...levels)).toBe(4)
    expect(isTooDeep('- '.repeat(7))).toBe(true)
    expect(isTooDeep('text\n  1. - 2. - * + - deep')).toBe(true)
    expect(isTooDeep(stairs)).toBe(false)
    expect(isTooMarked('_a*'.repeat(3_000))).toBe(true)
    expect(isTooMarked(`${'**due** '.repeat(900)}${'_'.repeat(2_000)}`)).toBe(false)
    expect(isTooDeep('- one\n- two - three - four - five - six - seven - eight')).toBe(false)
  })
})
