/** How large a document may be that somebody sends: what the server refuses beyond, and what a browser makes pictures fit into. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024

/** Of a PDF: somebody looks at all of them. */
export const MAX_DOCUMENT_PAGES = 500

/** Of a picture, whatever it is packed into. */
export const MAX_PICTURE_PIXELS = 50_000_000
