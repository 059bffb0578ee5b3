/** One PostgreSQL for the run, with a migrated template database that every test file clones. */
import type { TestProject } from 'vitest/node'
import { startTestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    server_url: string
  }
}

/** Starts the server and makes the template; the returned function ends both. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTestServer()
  project.provide('server_url', url)
  return stop
}
