import type { Translator } from '#web/words/words.tsx'

/** A document as the API takes it: base64 content with its name and type (specification 5). */
export interface FileValue {
  readonly file_name: string
  readonly mime_type: string
  readonly content: string
  /** Bytes, for showing; not sent. */
  readonly size: number
  /** Bytes that it had before it was made smaller; not sent. */
  readonly was?: number
}

/** A workbook of Excel (ECMA-376). */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'text/csv': 'CSV',
  'text/plain': 'TXT',
  'application/xml': 'XML',
  [XLSX]: 'XLSX',
}

/** The types as people name them, such as `PDF, PNG or JPEG`. */
export function typesText(t: Translator<'ui.file'>, types: readonly string[]): string {
  const names = types.map(type => TYPES[type] ?? type)
  const last = names.at(-1) ?? ''
  return names.length > 1 ? t('types', { some: names.slice(0, -1).join(', '), last }) : last
}

/** A size in words, with one decimal from a megabyte up. */
export function sizeText(t: Translator<'ui.file'>, bytes: number): string {
  if (bytes < 1024) return t('bytes', { size: bytes })
  if (bytes < 1024 * 1024) return t('kilobytes', { size: Math.round(bytes / 1024) })
  return t('megabytes', { size: (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/u, '') })
}

/** Some systems give files of banks no type or a spreadsheet's, so the ending decides there. */
function typeOf(file: File): string {
  const name = file.name.toLowerCase()
  if (name.endsWith('.csv')) return 'text/csv'
  if (name.endsWith('.xml')) return 'application/xml'
  if (/\.(txt|ach|dat|psbt|s?txn)$/u.test(name)) return 'text/plain'
  return name.endsWith('.xlsx') ? XLSX : file.type
}

/** Why a file is not taken; undefined when it is fine. */
export function refusal(file: File, types: readonly string[], largest: number) {
  if (!types.includes(typeOf(file))) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > largest ? 'size' : undefined
}

/** Reads a file whole as base64. Rejects when the browser cannot read it. */
export function readFile(file: File): Promise<FileValue> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.onload = () => {
      const url = String(reader.result)
      resolve({
        file_name: file.name,
        mime_type: typeOf(file),
        content: url.slice(url.indexOf(',') + 1),
        size: file.size,
      })
    }
    reader.readAsDataURL(file)
  })
}
