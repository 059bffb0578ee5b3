import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

async function textOf(pages: readonly (readonly object[])[], columns = ['a', 'b']) {
  const pieces = csvOf<number>(async after => {
    const at = (after ?? -1) + 1
    return { records: pages[at] ?? [], last: at + 1 < pages.length ? at : undefined }
  }, columns)
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return text
}

describe('a table as CSV', () => {
  it('escapes what a spreadsheet would run, and leaves amounts below nothing to be calculated with', async () => {
    const text = await textOf([
      [
        { a: '=1+1', b: '-5.00' },
        { a: '-1+cmd', b: '-' },
        { a: '＝1', b: '\t=1' },
      ],
      [{ a: '@x', b: '+1' }],
    ])
    expect(text).toBe("\ufeffa,b\n'=1+1,-5.00\n'-1+cmd,'-\n'＝1,'\t=1\n'@x,'+1\n")
  })

  it('names its columns once, also where it has no row, or none on its first page', async () => {
    expect(await textOf([[]])).toBe('\ufeffa,b\n')
    expect(await textOf([[], [{ a: 1, b: 2 }]])).toBe('\ufeffa,b\n1,2\n')
    expect(await textOf([[{ b: 1 }], [{ a: 2 }]])).toBe('\ufeffa,b\n,1\n2,\n')
  })
})
