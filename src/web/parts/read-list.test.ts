// @vitest-environment node
import { expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { XLSX } from '#web/ui/read-file.ts'
import { readList } from './read-list.ts'

const textOf = async (...sheets: readonly object[][][]) => {
  const data = sheets.map((of, at) => ({ data: of, sheet: `Sheet ${at + 1}` }))
  const bytes: Buffer = await writeExcelFile(data as never).toBuffer()
  const file = { file_name: 'list.xlsx', mime_type: XLSX, size: bytes.length }
  return readList({ ...file, content: bytes.toString('base64') })
}
const row = (...cells: (string | number | Date)[]) => cells.map(value => ({ value }))

it('reads the sheet of a workbook that names people, and a day as a day', async () => {
  const started = { value: new Date('2026-11-26T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' }
  const text = await textOf(
    [row('Fill in the second sheet, one person a row.')],
    [row('Email', 'Role', 'Since'), [...row('ada@example.test', 'Engineer\tat\nlarge'), started]],
  )
  expect(text).toBe('Email\tRole\tSince\nada@example.test\tEngineer at large\t2026-11-26')
})

it('reads a cell without the value of its formula as empty, so that the row is mended', async () => {
  const formula = { value: '="ada"&"@example.test"', type: 'Formula' as const }
  const text = await textOf([row('Email', 'Role'), [formula, ...row('Engineer')]])
  expect(text.split('\n')[1]).toBe('\tEngineer')
})
