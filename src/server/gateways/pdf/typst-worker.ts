/**
 * The document engine, alone in its thread, so that a slow or broken document cannot hold up the server and the
 * renderer can replace the engine. It talks by messages only: a template's name and its data go in, the bytes
 * or the reason come out.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/** A request to the engine. */
export type TypstRequest = {
  readonly template: string
  readonly data: string
  readonly words: string
}
/** Its answer: the document, or what the template's compiler said. */
export type TypstReply = { readonly bytes: Uint8Array } | { readonly failure: string }

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))
const WEIGHTS = ['400Regular', '500Medium', '600SemiBold']
const FAMILIES = ['noto-sans', 'noto-sans-arabic', 'noto-sans-sc']
// In documents: the engine's cache is shared by the whole process and would keep every document otherwise.
const EVICT_OLDER_THAN = 3

const require = createRequire(import.meta.url)
const fontPaths = FAMILIES.flatMap(family => {
  const folder = dirname(require.resolve(`@expo-google-fonts/${family}/package.json`))
  return WEIGHTS.map(weight => join(folder, weight))
})
const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths }] })

parentPort?.on('message', (request: TypstRequest) => {
  parentPort?.postMessage(answer(request))
})

function answer({ template, data, words }: TypstRequest): TypstReply {
  try {
    const compiled = compiler.compile({
      mainFilePath: join(TEMPLATES, `${template}.typ`),
      inputs: { data, words },
    })
    const document = compiled.result
    if (compiled.hasError() || !document) {
      const error = compiled.takeError()
      const said = error ? compiler.fetchDiagnostics(error) : []
      return { failure: JSON.stringify(said) }
    }
    return { bytes: new Uint8Array(compiler.pdf(document, { pdfStandard: 'a-2b' })) }
  } catch (cause) {
    return { failure: String(cause) }
  } finally {
    compiler.evictCache(EVICT_OLDER_THAN)
  }
}
