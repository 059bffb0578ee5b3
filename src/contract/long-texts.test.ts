/** Texts as long as a body may be, walked over every call: their length is looked at first, and nothing else of one that is too long. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_DOCUMENT_BYTES } from '#domain/kernel/document-limits.ts'
import { sampleOf, stringPaths, withValue } from '#test/server/sample.ts'
import { api } from './api.ts'
import { bodyLimitOf, type Endpoint } from './kernel/endpoint.ts'

const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)
const fields = entries.flatMap(([name, entry]) =>
  entry.body ? stringPaths(entry.body).map(path => ({ name, path, body: entry.body, entry })) : [],
)
/** What no name, address, day or number may be, so that each rule of a field would have its say. */
const WRONG = 'a.b \u0000@а\u200b'

describe('a text that is longer than it may be', () => {
  it('is typed in many calls', () => expect(fields.length).toBeGreaterThan(300))

  it.each(entries.filter(([, { body }]) => body))('is told its length alone: %s', (name, entry) => {
    for (const { path, body } of fields.filter(field => field.name === name)) {
      const text = WRONG.repeat(Math.ceil(bodyLimitOf(entry) / WRONG.length))
      const issues = body
        ?.safeParse(withValue(sampleOf(body), path, text))
        .error?.issues.filter(issue => issue.path.join() === path.join())
      const codes = issues?.map(({ code }) => code) ?? []
      if (codes.includes('too_big')) expect([path, codes]).toEqual([path, ['too_big']])
    }
  })

  // A process that has compiled many patterns compiles further ones without what keeps their memory small (V8, `TooMuchRegExpCode`).
  it('is read by a process that can optimise no pattern any more', () => {
    const content = `'A'.repeat(${Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4} + more)`
    const script = `
      import { DocumentUpload } from './src/contract/kernel/codecs.ts'
      const said = more => DocumentUpload.safeParse({ file_name: 'x.pdf', mime_type: 'application/pdf', content: ${content} + '!' })
      console.log([-1, 4_000_000].map(more => said(more).error.issues.map(({ message }) => message).join()).join(' '))`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-regexp-optimization', '--input-type=module', '-e', script],
      { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('kernel.problems.notBase64 kernel.problems.documentTooLarge')
  })
})
