import type { PdfRenderer } from '#server/gateways/pdf/pdf-templates.ts'
import type { Paper } from './open-world.ts'

const pdf: PdfRenderer = {
  render: async (template, data) => Buffer.from(`${template} ${JSON.stringify(data)}`),
  renderPart: async (template, data) => ({ bytes: await pdf.render(template, data), pages: 1 }),
  picture: (template, data) => pdf.render(template, data),
  join: async parts => Buffer.concat(parts),
  close: async () => {},
}

/** Paper that nobody reads: the data itself, unsealed and unjudged. */
export const PLAIN_PAPER: Paper = {
  pdf,
  sealer: { sealPdf: async bytes => bytes },
  screen: { refusalOf: async () => undefined, close: async () => {} },
}
