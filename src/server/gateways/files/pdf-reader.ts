import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DocumentRefusal } from './document-refusal.ts'
import type { PdfReading } from './pdf-reader-process.ts'

/** Reads whole PDFs, one at a time. */
export type PdfReader = {
  /** Why a PDF that `inspectPdf` let pass cannot be read as a document with pages, or undefined. */
  read(bytes: Uint8Array): Promise<DocumentRefusal | undefined>
  close(): Promise<void>
}

/** No document within the bounds of `inspectPdf` takes a tenth of it; what does is no document. */
const LAST_RESORT_MS = 10_000
const MOST_MEGABYTES = 512

/** A reader in a process of its own, which starts with the first document and is replaced when one breaks it. */
export function createPdfReader(): PdfReader {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const readNow = async (bytes: Uint8Array): Promise<DocumentRefusal | undefined> => {
    child ??= startProcess()
    const reading = await ask(child, bytes)
    if (!reading) end()
    if (!reading || 'failure' in reading) return 'NOT_READABLE'
    if (reading.encrypted) return 'ENCRYPTED'
    return reading.pages > 0 ? undefined : 'NOT_READABLE'
  }
  return {
    read(bytes) {
      const result = last.then(() => readNow(bytes))
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      await last
      end()
    },
  }
}

function startProcess(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./pdf-reader-process.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`, '--disable-warning=ExperimentalWarning'],
    // It needs nothing of what the server knows, and what it says of a document is not for the log.
    env: { SystemRoot: process.env.SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // One that breaks is noticed by whoever asks it.
  child.on('error', () => undefined)
  rest(child)
  return child
}

/** Lets the server end while nobody asks. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

/** The process's answer, or undefined when it broke or did not come to an end. */
function ask(child: ChildProcess, bytes: Uint8Array): Promise<PdfReading | undefined> {
  return new Promise(resolve => {
    child.ref()
    child.channel?.ref()
    const finish = (reading?: PdfReading) => {
      clearTimeout(timer)
      child.off('message', answered).off('error', broken).off('exit', broken)
      rest(child)
      resolve(reading)
    }
    const answered = (reading: unknown) => finish(reading as PdfReading)
    const broken = () => finish()
    const timer = setTimeout(broken, LAST_RESORT_MS)
    child.once('message', answered).once('error', broken).once('exit', broken)
    if (child.exitCode !== null || child.signalCode !== null) broken()
    else child.send(bytes, error => error && broken())
  })
}
