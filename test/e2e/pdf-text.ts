import { readFileSync } from 'node:fs'
import { readText } from '../../src/server/gateways/pdf/read-text.test-data.ts'

/** The text of a downloaded PDF, opened again by a PDF reader. */
export async function textOf(path: string): Promise<string> {
  return (await readText(readFileSync(path))).join('\n')
}
