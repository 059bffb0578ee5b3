/** PDFs of contracts and payslips: from a paper's data to its bytes as the server makes them, against Typst alone filling the same template. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { draftContract, finalContract } from '../src/server/contracts/contract-samples.test-data.ts'
import { contractText } from '../src/server/contracts/contract-text.ts'
import { wordsOf } from '../src/server/gateways/pdf/document-words.ts'
import { samplePayslip } from '../src/server/gateways/pdf/pdf-samples.test-data.ts'
import type { PdfTemplates } from '../src/server/gateways/pdf/pdf-templates.ts'
import { createTypstRenderer } from '../src/server/gateways/pdf/typst-renderer.ts'
import type { Alone, AloneMet } from './typst-alone.ts'

/** How many were made in a second, and how much memory the process that made them had at most. */
export type Pdfs = { readonly per_second: number; readonly rss_bytes: number }

/** A kind of paper, and the data of one that no other has. */
type Paper<K extends keyof PdfTemplates> = {
  readonly template: K
  readonly dataOf: (round: number, at: number) => PdfTemplates[K]
}

/** Contracts, drafts and signed ones. */
export const CONTRACTS: Paper<'contract'> = {
  template: 'contract',
  dataOf: (round, at) =>
    contractText({
      ...(at % 2 ? finalContract : draftContract),
      reference: `NW-C-${round}-${at}`,
      role: `Engineer ${round}-${at}`,
    }),
}

/** Payslips of as many people. */
export const PAYSLIPS: Paper<'payslip'> = {
  template: 'payslip',
  dataOf: (round, at) => ({
    ...samplePayslip,
    number: `NW-${round}-${at}`,
    contractor: { ...samplePayslip.contractor, name: `Chloé Tremblay ${at}` },
    hours: `${60 + (at % 40)}.00`,
  }),
}

/** Makes `count` of them by either way in each round, in turns; no two alike. */
export async function makePdfs<K extends keyof PdfTemplates>(
  paper: Paper<K>,
  count: number,
  rounds: number,
): Promise<{ ours: Pdfs[]; alone: Pdfs[] }> {
  const ours: Pdfs[] = []
  const alone: Pdfs[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await byTypst(paper, round, count))
    ours.push(await byServer(paper, round, count))
  }
  return { ours, alone }
}

async function byServer<K extends keyof PdfTemplates>(
  { template, dataOf }: Paper<K>,
  round: number,
  count: number,
): Promise<Pdfs> {
  const renderer = createTypstRenderer()
  await renderer.renderPart(template, dataOf(round, count))
  let rss_bytes = 0
  let at = 0
  const start = performance.now()
  // Two at once, as two people keep it busy.
  const worker = async () => {
    while (at < count) {
      at += 1
      await renderer.renderPart(template, dataOf(round, at - 1))
      if (at % 100 === 0 || at === count) rss_bytes = Math.max(rss_bytes, rssOfNewest())
    }
  }
  await Promise.all([worker(), worker()])
  const seconds = (performance.now() - start) / 1000
  await renderer.close()
  return { per_second: count / seconds, rss_bytes }
}

/** So many are sent in one message: their data is a part of the work, as it is the server's, and is not all held at once. */
const SENT_AT_ONCE = 200

async function byTypst<K extends keyof PdfTemplates>(
  { template, dataOf }: Paper<K>,
  round: number,
  count: number,
): Promise<Pdfs> {
  const child = fork(new URL('./typst-alone.ts', import.meta.url))
  const ask = async (from: number, to: number): Promise<AloneMet> => {
    const inputs = Array.from({ length: to - from }, (_, at) => {
      const data = dataOf(round, from + at)
      return { data: JSON.stringify(data), words: JSON.stringify(wordsOf(template, data)) }
    })
    const answered = once(child, 'message')
    child.send({ template, inputs } satisfies Alone)
    return (await answered)[0] as AloneMet
  }
  await ask(count, count + 1)
  let [seconds, rss_bytes] = [0, 0]
  for (let from = 0; from < count; from += SENT_AT_ONCE) {
    const met = await ask(from, Math.min(count, from + SENT_AT_ONCE))
    seconds += met.seconds
    rss_bytes = Math.max(rss_bytes, met.rss_bytes)
  }
  child.disconnect()
  return { per_second: count / seconds, rss_bytes }
}

/** What the newest process that this one started has in memory; 0 while there is none. */
function rssOfNewest(): number {
  const said = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim()
  const pid = Math.max(0, ...said.split(' ').map(Number))
  try {
    const [, kilobytes = '0'] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}
