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

it('reads the list, and not a sheet before or behind it that says how to write an address', async () => {
  const help = [
    row('One person a row.'),
    row('Write an address as ada@example.test, and ask help@corridor.test.'),
    row('ada@example.test'),
  ]
  const list = [
    row('Email', 'Role'),
    row('bo@example.test', 'Editor'),
    row('Cy <cy@example.test>', ''),
  ]
  const text = 'Email\tRole\nbo@example.test\tEditor\nCy <cy@example.test>\t'
  expect(await textOf(help, list)).toBe(text)
  expect(await textOf(list, help)).toBe(text)
  // A list by names is the sheet with a table in it.
  const named = [row('Name', 'Hours'), row('Ada Lovelace', 71), row('Bo Diddley', 80)]
  const words = [row('Hours of March.'), row('Questions to help@corridor.test.')]
  expect(await textOf(words, named)).toBe('Name\tHours\nAda Lovelace\t71\nBo Diddley\t80')
})

it('reads a cell without the value of its formula as empty, so that the row is mended', async () => {
  const formula = { value: '="ada"&"@example.test"', type: 'Formula' as const }
  const text = await textOf([row('Email', 'Role'), [formula, ...row('Engineer')]])
  expect(text.split('\n')[1]).toBe('\tEngineer')
})

it('reads hours that a workbook keeps as a time, also more than a day of them, as it shows them', async () => {
  const time = (value: number, format: string) => ({ value, type: Number, format })
  const text = await textOf([
    row('Name', 'Hours'),
    [...row('Ada Lovelace'), time(77.5 / 24, '[h]:mm')],
    [...row('Bo Diddley'), time(8.25 / 24, 'h:mm')],
    [...row('Cy Young'), time(160 / 24, '[h]:mm:ss')],
    [...row('Di Prince'), time(0, '[h]:mm')],
  ])
  expect(text.split('\n').slice(1)).toEqual([
    ...['Ada Lovelace\t77:30', 'Bo Diddley\t8:15', 'Cy Young\t160:00', 'Di Prince\t0:00'],
  ])
})
