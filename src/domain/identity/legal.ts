export const LEGAL_DOCUMENT_KINDS = ['terms-of-service', 'data-privacy-policy'] as const
export type LegalDocumentKind = (typeof LEGAL_DOCUMENT_KINDS)[number]

/** The legal documents in force. Accepting records the version; a new version asks everyone again. */
export const LEGAL_VERSIONS = {
  'terms-of-service': '2026-11-01',
  'data-privacy-policy': '2026-11-01',
} as const satisfies Readonly<Record<LegalDocumentKind, string>>
