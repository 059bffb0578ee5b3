/** Sizes and shapes that keep files readable. */
import { describe, expect, it } from 'vitest'
import { functionsOf } from './functions.ts'
import { isTest, sourcesIn } from './sources.ts'

const sources = sourcesIn('src', 'db', 'scripts', 'test')
const MOST_LINES = 400

/** Longer files, each with its reason. Seeds and what is generated are lists. */
const LONGER: Readonly<Record<string, string>> = {
  'db/seed/story.ts': 'a seed',
  'db/types.gen.ts': 'generated',
  'src/server/contracts/contracts.test.ts': 'one life of a contract, told from draft to end',
}

const MOST_LINES_OF_A_FUNCTION = 70
const MOST_LINES_OF_A_COMPONENT = 120

describe('budgets', () => {
  it(`a file has at most ${MOST_LINES} lines`, () => {
    const long = sources
      .filter(({ path }) => !(path in LONGER) && !path.endsWith('.gen.ts'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES)
    expect(long).toEqual([])
  })

  it(`a function has at most ${MOST_LINES_OF_A_FUNCTION} lines, a component ${MOST_LINES_OF_A_COMPONENT}`, () => {
    const functions = sources
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .flatMap(functionsOf)
    expect(functions.length).toBeGreaterThan(4000)
    const long = functions.filter(
      ({ lines, isComponent }) =>
        lines > (isComponent ? MOST_LINES_OF_A_COMPONENT : MOST_LINES_OF_A_FUNCTION),
    )
    expect(long).toEqual([])
  })

  it('half of the files have at most 110 lines', () => {
    const lengths = sources
      .filter(({ path }) => path.startsWith('src/'))
      .map(({ text }) => text.split('\n').length - 1)
      .sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(110)
  })

  it('there are no default exports, no any, no non-null assertions of types, no suppressions', () => {
    const wrong =
      /\bexport default\b|(:|<|\bas) any\b(?!\.)|\bany\[\]|@ts-(ignore|expect-error|nocheck)|\beslint-disable/
    const found = sources
      // The test itself names what it looks for, and Playwright asks for one of its set-up.
      .filter(
        ({ path }) => !path.startsWith('test/architecture/') && path !== 'test/e2e/told-story.ts',
      )
      .flatMap(({ path, code, text }) => {
        const line = [
          ...code.split('\n'),
          ...text.split('\n').filter(l => l.includes('@ts-')),
        ].find(l => wrong.test(l.replace(/'[^']*'|`[^`]*`|sql<[^>]*>`/g, '')))
        return line ? [`${path}: ${line.trim()}`] : []
      })
    expect(found).toEqual([])
  })

  it('there are no enums, no namespaces and no classes but those of errors', () => {
    const classes =
      /^\s*(export )?(abstract )?class (?!Problem|Defect|GatewayError|ConfigError|\w*Error\b)/m
    const found = sources.filter(
      ({ path, code }) =>
        !path.startsWith('test/architecture/') &&
        (/^\s*(export )?(const )?enum \w/m.test(code) ||
          /^\s*(export )?namespace \w/m.test(code) ||
          classes.test(code)),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })
})
