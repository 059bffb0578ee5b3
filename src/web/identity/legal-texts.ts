/**
 * The sections of the legal texts in force, which stand in the catalogue `legal`; their versions are in `#domain/identity/legal.ts`. A
 * changed text needs a new version.
 */
export const TERMS_OF_SERVICE = [
  'terms.service',
  'terms.account',
  'terms.verification',
  'terms.contracts',
  'terms.funding',
  'terms.pay',
  'terms.rates',
  'terms.faults',
  'terms.forbidden',
  'terms.ending',
  'terms.changes',
] as const

export const PRIVACY_POLICY = [
  'privacy.collected',
  'privacy.use',
  'privacy.seen',
  'privacy.protection',
  'privacy.kept',
  'privacy.rights',
  'privacy.cookies',
  'privacy.changes',
] as const

export type LegalSection = (typeof TERMS_OF_SERVICE | typeof PRIVACY_POLICY)[number]
