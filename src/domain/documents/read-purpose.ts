/**
 * Why a document is opened: by its own side, to verify somebody, as a party to a contract, as a report, to pay by it, or as the proof of a
 * payment. Empty for what was opened
 * before this was kept.
 */
export const READ_PURPOSES = [
  '',
  'own',
  'verification',
  'contract',
  'report',
  'tax',
  'payment',
] as const
export type ReadPurpose = Exclude<(typeof READ_PURPOSES)[number], ''>
