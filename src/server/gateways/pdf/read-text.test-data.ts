import { PDF, PdfRef, PdfStream } from '@libpdf/core'

// A string in either notation is skipped as a whole; the rest are the operators that save, restore or set the font.
const TOKENS =
  /\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|\/\S+\s+[\d.]+\s+Tf(?=\s)|(?<=^|\s)[qQ](?=\s)/g

/**
 * The text of each page. The reader forgets that restoring the graphics state also restores the font (ISO 32000-1,
 * 8.4.2), so the font is written out again after every restore before the page is read.
 */
export async function readText(bytes: Uint8Array): Promise<string[]> {
  const pdf = await readable(bytes)
  return pdf.extractText().map(page => page.text.replace(/\s+/g, ' '))
}

type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * What of a document's letters is not where it belongs: beyond the margins of its page, which has some at each side, or over another letter.
 * Each as the page, what is wrong, and the letters around.
 */
export async function strayLetters(bytes: Uint8Array, margin: number): Promise<string[]> {
  const pdf = await readable(bytes)
  return pdf.extractText().flatMap(({ width, height, lines, pageIndex }) => {
    const letters = lines
      .flatMap(({ spans }) => spans.flatMap(({ chars }) => chars))
      .filter(({ char }) => char.trim() !== '')
    const told = (why: string, at: number) => {
      const around = letters.slice(Math.max(0, at - 12), at + 12)
      return `page ${pageIndex + 1}, ${why}: ${around.map(({ char }) => char).join('')}`
    }
    const beyond = letters.flatMap(({ bbox: { x, y, ...size } }, at) =>
      x < margin - 1 || x + size.width > width - margin + 1 || y < 0 || y + size.height > height
        ? [told('beyond its margins', at)]
        : [],
    )
    const over = letters.flatMap((letter, at) =>
      letters.slice(0, at).some(other => overlap(letter, other)) ? [told('over another', at)] : [],
    )
    return [...beyond, ...over].slice(0, 3)
  })
}

/** On one line, by more than a kern. */
function overlap(
  one: { readonly bbox: Box; readonly baseline: number; readonly fontSize: number },
  other: { readonly bbox: Box; readonly baseline: number },
): boolean {
  if (Math.abs(one.baseline - other.baseline) > one.fontSize / 3) return false
  const right = Math.min(one.bbox.x + one.bbox.width, other.bbox.x + other.bbox.width)
  return right - Math.max(one.bbox.x, other.bbox.x) > one.fontSize * 0.3
}

async function readable(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes)
  for (const page of pdf.getPages()) {
    const entry = page.dict.get('Contents')
    const contents = entry instanceof PdfRef ? pdf.getObject(entry) : entry
    if (!(contents instanceof PdfStream))
      throw new Error('A page is expected to have one content stream.')
    const operators = Buffer.from(contents.getDecodedData()).toString('latin1')
    contents.setData(Buffer.from(withFontsRestored(operators), 'latin1'))
  }
  return pdf
}

function withFontsRestored(operators: string): string {
  const saved: string[] = []
  let font = ''
  return operators.replace(TOKENS, token => {
    if (token.endsWith('Tf')) font = token
    else if (token === 'q') saved.push(font)
    else if (token === 'Q') {
      font = saved.pop() ?? ''
      return `Q ${font}`
    }
    return token
  })
}
