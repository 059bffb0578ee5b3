/** A store that speaks S3 on a port of its own, and one that answers as it is told and counts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from './s3-file-store.ts'

export type S3OfTests = { readonly settings: S3Settings; stop(): Promise<void> }

const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

function settingsOf(port: number): S3Settings {
  const endpoint = `http://127.0.0.1:${port}`
  return { bucket: 'files', region: 'us-east-1', endpoint, pathStyle: true, prefix: 'corridor/' }
}

/** Starts it empty. Credentials stand in the environment, where the standard chain finds them. */
export async function startS3(): Promise<S3OfTests> {
  Object.assign(process.env, KEYS)
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  return {
    settings: settingsOf(port),
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Answers each request by `answer`, with how many came before it. */
export async function startCounting(answer: (response: ServerResponse, nth: number) => void) {
  Object.assign(process.env, KEYS)
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    const nth = asked
    asked += 1
    answer(response, nth)
  })
  const port = await new Promise<number>(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  return {
    settings: settingsOf(port),
    asked: () => asked,
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
