import { PDF, PdfRef, PdfStream } from '@libpdf/core'

// A string in either notation is skipped as a whole; the rest are the operators that save, restore or set the font.
const TOKENS =
  /\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|\/\S+\s+[\d.]+\s+Tf(?=\s)|(?<=^|\s)[qQ](?=\s)/g

/**
 * The text of each page. The reader forgets that restoring the graphics state also restores the font (ISO 32000-1,
 * 8.4.2), so the font is written out again after every restore before the page is read.
 */
export async function readText(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes)
  for (const page of pdf.getPages()) {
    const entry = page.dict.get('Contents')
    const contents = entry instanceof PdfRef ? pdf.getObject(entry) : entry
    if (!(contents instanceof PdfStream))
      throw new Error('A page is expected to have one content stream.')
    const operators = Buffer.from(contents.getDecodedData()).toString('latin1')
    contents.setData(Buffer.from(withFontsRestored(operators), 'latin1'))
  }
  return pdf.extractText().map(page => page.text.replace(/\s+/g, ' '))
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
