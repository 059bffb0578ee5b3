import { expect, it } from 'vitest'
import { icsOf } from './ics.ts'

const NAMES = ['Biweekly, engineering; all', 'a\\b\\n "c": d', `${'薪资😀'.repeat(40)}, ü`, 'Plain']

/** The values of a property as an application reads them: lines put together again, and their escapes undone. */
function read(ics: Uint8Array, property: string): string[] {
  const lines = Buffer.from(ics).toString().replaceAll('\r\n ', '').split('\r\n')
  const own = lines.filter(line => line.startsWith(`${property}:`))
  return own.map(line =>
    line
      .slice(property.length + 1)
      .replace(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign)),
  )
}

it.each(NAMES)('a name is read as it is written, in every place where it stands: %j', name => {
  const day = { uid: 'one', date: '2026-12-24', title: name, text: `${name}\n${name}` }
  const ics = icsOf(name, [day], new Date('2026-11-30T18:00:00Z'))
  expect(read(ics, 'NAME')).toEqual([name])
  expect(read(ics, 'X-WR-CALNAME')).toEqual([name])
  expect(read(ics, 'SUMMARY')).toEqual([name])
  expect(read(ics, 'DESCRIPTION')).toEqual([`${name}\n${name}`])
  const raw = Buffer.from(ics).toString()
  expect(raw.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true)
  // A comma or a semicolon that is not escaped would end a text.
  expect(raw).not.toMatch(/^(NAME|X-WR-CALNAME):.*[^\\][,;]/m)
})
