/**
 * The document engine, alone in its process: a slow or broken document cannot hold up the server, and what a large one took in memory is
 * given back when the process is renewed. It talks by messages only: a template's name with its data and words, or parts of a
 * document, go in; the bytes or the reason come out.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  NodeCompiler,
  type NodeTypstDocument,
  type RenderPdfOpts,
} from '@myriaddreamin/typst-ts-node-compiler'
import { answerParent } from '#server/gateways/answer-parent.ts'
import { namedFacturX } from './factur-x.ts'
import { joined } from './join-tagged.ts'

/** A request to the engine: to fill a template, or to put parts together. */
export type DocumentRequest = ToFill | { readonly parts: readonly Uint8Array[] }
export type ToFill = {
  readonly template: string
  readonly data: string
  readonly words: string
  /** Whether words break where their line ends, wherever that is. */
  readonly breaks: boolean
  /** Whether its pages are wanted as a picture. */
  readonly picture?: boolean
}
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

answerParent<DocumentRequest, DocumentReply>(async request => {
  const made = 'parts' in request ? joined(request.parts) : filled(request)
  const reply = await made.catch(cause => ({ failure: String(cause) }))
  return { ...reply, memory_bytes: process.memoryUsage.rss() }
})

/** What somebody signs: no letter of it may be missing. */
const SIGNED: ReadonlySet<string> = new Set(['contract', 'tax-form'])
/**
 * A template with its data, by the standard that its kind keeps to; an invoice that has an XML inside is named as such. What nobody signs is
 * made as any tagged PDF where a font lacks a letter of it: a payslip with a gap in a name is better than none.
 */
async function filled(request: ToFill) {
  const made = compiled(request, standardOf(request))
  if (!('failure' in made))
    return made.carries ? { bytes: await namedFacturX(made.bytes), pages: made.pages } : made
  const unprintable = unprintableIn(made.failure)
  if (unprintable === undefined) return made
  return SIGNED.has(request.template) ? { ...made, unprintable } : compiled(request, {})
}

/**
 * All are tagged for who listens to them: contracts are archived (PDF/A-2a), and of PDF/A only its third part lets a document carry a file of
 * another kind, as an invoice does; the rest is PDF/UA-1 (decision 0125). But for the report of thousands, which is for the eye alone.
 */
function standardOf({ template, data }: ToFill): RenderPdfOpts {
  if (template === 'contract') return { pdfStandard: 'a-2a' }
  if (template === 'invoice' && JSON.parse(data).xml) return { pdfStandard: 'a-3a' }
  if (template !== 'cycle-report') return { pdfStandard: 'ua-1' }
  const { shows, tagged } = JSON.parse(data)
  // Rows that go on after a summary have no title of their own: they are a part of a document that keeps to it.
  return tagged && shows !== 'rows' ? { pdfStandard: 'ua-1' } : { pdfTags: tagged }
}

/** The text that the compiler quotes where it refuses a standard because no font has its letters (ISO 19005-2, 6.2.11.8; ISO 14289-1, 7.21.8). */
function unprintableIn(failure: string): string | undefined {
  const [, message = ''] = /message: "((?:\\.|[^"\\])*)"/.exec(failure) ?? []
  const [, text] =
    /^PDF\/\S+ error: the text `"(.*)"` could not be displayed with (?:any )?font/s.exec(
      unescaped(message),
    ) ?? []
  return text === undefined ? undefined : unescaped(text)
}

/** What Rust escaped. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|([\s\S]))/gi, (_, code?: string, plain = '') =>
    code === undefined ? plain : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

function compiled({ template, data, words, breaks, picture }: ToFill, standard: RenderPdfOpts) {
  try {
    const run = compiler.compile({
      mainFilePath: join(TEMPLATES, `${template}.typ`),
      inputs: { data, words, ...(breaks && { breaks: 'yes' }), ...(picture && { picture: 'yes' }) },
    })
    const document = run.result
    if (run.hasError() || !document) {
      const error = run.takeError()
      const said = error ? compiler.fetchDiagnostics(error) : []
      return { failure: JSON.stringify(said) }
    }
    if (picture) return pictured(document)
    const bytes = new Uint8Array(compiler.pdf(document, standard))
    return { bytes, pages: document.numOfPages, carries: standard.pdfStandard === 'a-3a' }
  } catch (cause) {
    return { failure: String(cause) }
  } finally {
    compiler.evictCache(template === 'cycle-report' ? EVICT_REPORTS_OLDER_THAN : EVICT_OLDER_THAN)
  }
}

/** The pages as one SVG, one below the other, with how many there are and where on them each row that the template marks begins. */
function pictured(document: NodeTypstDocument) {
  const pages = document.numOfPages
  const rows: unknown[] = compiler.query(document, { selector: '<row>', field: 'value' })
  const svg = compiler
    .plainSvg(document)
    .replace('<svg ', `<svg data-pages="${pages}" data-rows="${JSON.stringify(rows)}" `)
    // It is indented, which is a third of it.
    .replace(/>\s+</g, '><')
  return { bytes: new Uint8Array(Buffer.from(svg)), pages, carries: false }
}
