/** Typst alone: a template filled with the data that it is sent, in a process of its own that does nothing else. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

export type Alone = {
  readonly template: string
  readonly inputs: readonly { data: string; words: string }[]
}
export type AloneMet = {
  readonly seconds: number
  readonly bytes: number
  readonly rss_bytes: number
}

// As often as Typst's own watcher forgets what it compiled.
const EVICT_OLDER_THAN = 10
const require = createRequire(import.meta.url)
const TEMPLATES = fileURLToPath(new URL('../src/server/gateways/pdf/templates', import.meta.url))
const fontPaths = ['noto-sans', 'noto-sans-arabic', 'noto-sans-sc'].flatMap(family =>
  ['400Regular', '500Medium', '600SemiBold'].map(weight =>
    join(dirname(require.resolve(`@expo-google-fonts/${family}/package.json`)), weight),
  ),
)
// What the server makes of each.
const STANDARDS: Readonly<Record<string, string>> = { contract: 'a-2a' }
const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths }] })

process.on('message', ({ template, inputs }: Alone) => {
  const start = performance.now()
  let bytes = 0
  for (const of of inputs) {
    const { result } = compiler.compile({
      mainFilePath: join(TEMPLATES, `${template}.typ`),
      inputs: of,
    })
    if (!result) throw new Error('The template did not compile.')
    bytes += compiler.pdf(result, { pdfStandard: STANDARDS[template] ?? 'ua-1' }).length
    compiler.evictCache(EVICT_OLDER_THAN)
  }
  const seconds = (performance.now() - start) / 1000
  process.send?.({ seconds, bytes, rss_bytes: process.memoryUsage.rss() } satisfies AloneMet)
})
