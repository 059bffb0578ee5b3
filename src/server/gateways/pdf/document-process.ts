/**
 * The document engine, alone in its process: a slow or broken document cannot hold up the server, and what a large one took in memory is
 * given back when the process is renewed. It talks by messages only: a template's name with its data and words, or parts of a
 * document, go in; the bytes or the reason come out.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDF } from '@libpdf/core'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { namedFacturX } from './factur-x.ts'

/** A request to the engine: to fill a template, or to put parts together. */
export type DocumentRequest =
  | { readonly template: string; readonly data: string; readonly words: string }
  | { readonly parts: readonly Uint8Array[] }
/** Its answer: the document, or what the template's compiler said; and how much memory the process has by now. */
export type DocumentReply = { readonly memory_bytes: number } & (
  | { readonly bytes: Uint8Array; readonly pages: number }
  | { readonly failure: string; readonly unprintable?: string }
)

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))
const WEIGHTS = ['400Regular', '500Medium', '600SemiBold']
const FAMILIES = ['noto-sans', 'noto-sans-arabic', 'noto-sans-sc']
// In documents: the engine's cache would keep every one otherwise. What ten have in common, such as the letters, is set a quarter faster than
// with three, in the same memory (npm run bench, contract-pdfs); of reports, whose slices are large, it keeps few.
const EVICT_OLDER_THAN = 10
const EVICT_REPORTS_OLDER_THAN = 3

const require = createRequire(import.meta.url)
const fontPaths = FAMILIES.flatMap(family => {
  const folder = dirname(require.resolve(`@expo-google-fonts/${family}/package.json`))
  return WEIGHTS.map(weight => join(folder, weight))
})
const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths }] })

process.on('message', (request: DocumentRequest) => {
  const made = 'parts' in request ? joined(request.parts) : filled(request)
  void made
    .catch(cause => ({ failure: String(cause) }))
    .then(reply => process.send?.({ ...reply, memory_bytes: process.memoryUsage.rss() }))
})
process.on('disconnect', () => process.exit())

type ToFill = Exclude<DocumentRequest, { parts: unknown }>

/** What somebody signs: no letter of it may be missing. */
const SIGNED: ReadonlySet<string> = new Set(['contract', 'tax-form'])
/**
 * A template with its data, as PDF/A; an invoice that has an XML inside is named as such. What nobody signs is made as any PDF where a font
 * lacks a letter of it: a payslip with a gap in a name is better than none.
 */
async function filled(request: ToFill) {
  const made = compiled(request, true)
  if (!('failure' in made))
    return made.carries ? { bytes: await namedFacturX(made.bytes), pages: made.pages } : made
  const unprintable = unprintableIn(made.failure)
  if (unprintable === undefined) return made
  return SIGNED.has(request.template) ? { ...made, unprintable } : compiled(request, false)
}

/** The text that the compiler quotes where it refuses PDF/A because no font has its letters (ISO 19005-2, 6.2.11.8). */
function unprintableIn(failure: string): string | undefined {
  const [, message = ''] = /message: "((?:\\.|[^"\\])*)"/.exec(failure) ?? []
  const [, text] =
    /^the text "(.*)" could not be displayed with any font$/s.exec(unescaped(message)) ?? []
  return text === undefined ? undefined : unescaped(text)
}

/** What Rust escaped. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|([\s\S]))/gi, (_, code?: string, plain = '') =>
    code === undefined ? plain : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

function compiled({ template, data, words }: ToFill, archived: boolean) {
  try {
    const run = compiler.compile({
      mainFilePath: join(TEMPLATES, `${template}.typ`),
      inputs: { data, words },
    })
    const document = run.result
    if (run.hasError() || !document) {
      const error = run.takeError()
      const said = error ? compiler.fetchDiagnostics(error) : []
      return { failure: JSON.stringify(said) }
    }
    // Only the third part of PDF/A lets a document carry a file of another kind.
    const carries = template === 'invoice' && Boolean(JSON.parse(data).xml)
    const pdfStandard = carries ? 'a-3b' : 'a-2b'
    const bytes = new Uint8Array(compiler.pdf(document, archived ? { pdfStandard } : {}))
    return { bytes, pages: document.numOfPages, carries }
  } catch (cause) {
    return { failure: String(cause) }
  } finally {
    compiler.evictCache(template === 'cycle-report' ? EVICT_REPORTS_OLDER_THAN : EVICT_OLDER_THAN)
  }
}

/** One document with the pages of all, in their order; what a reader says of it is the first one's. */
async function joined([first, ...more]: readonly Uint8Array[]) {
  if (!first) return { failure: 'There is nothing to join.' }
  const whole = await PDF.load(first)
  for (const bytes of more) {
    const part = await PDF.load(bytes)
    await whole.copyPagesFrom(part, [...Array(part.getPageCount()).keys()])
  }
  return { bytes: await whole.save(), pages: whole.getPageCount() }
}
