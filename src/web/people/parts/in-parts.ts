/** What one call takes of base64 (`BODY_BYTES.documents` of the contract), less the names and types around it. */
const MOST_CHARS = 15 * 1024 * 1024 - 16 * 1024

/** The documents in as few groups as calls can carry: each within the limit, one document at least. */
export function inParts<D extends { readonly content: string }>(
  documents: Readonly<Record<string, D>>,
): Readonly<Record<string, D>>[] {
  const parts: Record<string, D>[] = []
  let room = 0
  for (const [kind, document] of Object.entries(documents)) {
    room -= document.content.length
    const part = room >= 0 ? parts.at(-1) : undefined
    if (part) part[kind] = document
    else {
      parts.push({ [kind]: document })
      room = MOST_CHARS - document.content.length
    }
  }
  return parts.length > 0 ? parts : [{}]
}
