/**
 * What makes a PDF/A-3 with an XML inside a Factur-X: its metadata name the XML and the profile that it keeps to (Factur-X 1.0, section 6.2).
 * The engine embeds the file and sets its relationship; this adds what the engine has no words for, as an appended revision.
 */
import { PDF, type PdfRef, PdfStream } from '@libpdf/core'

/** How the XML is called inside; readers look for this name. */
const FILE_NAME = 'factur-x.xml'
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** The properties and what the extension schema, which PDF/A asks for, says of each. */
const PROPERTIES = [
  ['DocumentFileName', FILE_NAME, 'name of the embedded XML invoice file'],
  ['DocumentType', 'INVOICE', 'INVOICE'],
  ['Version', '1.0', 'The actual version of the Factur-X XML schema'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded Factur-X data'],
] as const

const SCHEMA = [
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>',
  `<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>`,
  '<pdfaSchema:property><rdf:Seq>',
  ...PROPERTIES.map(
    ([name, , description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  ),
  '</rdf:Seq></pdfaSchema:property></rdf:li>',
].join('')

const VALUES = [
  `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">`,
  ...PROPERTIES.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`),
  '</rdf:Description>',
].join('')

/** Where the engine's list of extension schemas begins, and where its metadata end. */
const SCHEMAS = '<pdfaExtension:schemas><rdf:Bag>'
const END = '</rdf:RDF>'

/** The document with metadata that name the XML inside it. Throws where the engine wrote none that can be added to. */
export async function namedFacturX(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  const ref = pdf.getCatalog().get('Metadata') as PdfRef | undefined
  const metadata = ref && pdf.getObject(ref)
  if (!(metadata instanceof PdfStream)) throw new Error('The document has no metadata.')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(metadata.getDecodedData())
  if (!text.includes(SCHEMAS) || !text.includes(END))
    throw new Error('The metadata of the document are not as the engine writes them.')
  const named = text.replace(SCHEMAS, SCHEMAS + SCHEMA).replace(END, VALUES + END)
  metadata.setData(new TextEncoder().encode(named))
  // Uncompressed, so that whoever looks for metadata finds them without opening the document.
  return pdf.save({ incremental: true, compressStreams: false })
}
