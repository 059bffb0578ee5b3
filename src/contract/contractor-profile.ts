/** Contractors' own profiles and the documents that they hand in. */
import { z } from 'zod'
import { ID_DOCUMENT_TYPES, RESIDENCIES } from '#domain/people/identity-documents.ts'
import { PhoneNumber } from './identity.ts'
import { Address, AddressInput } from './kernel/address.ts'
import {
  ById,
  CountryCode,
  DocumentUpload,
  name,
  PlainDate,
  requiredLine,
  requiredName,
  Seen,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'
import { DocumentRecord, VerificationStatus } from './verification.ts'

export const ContractorSelf = z.object({
  sub: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  preferred_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  country_code: z.string().nullable(),
  /** As they said with their identity document; null of who did not. No employer reads it. */
  birth_date: PlainDate.nullable(),
  subdivision_code: z.string().nullable(),
  permanent_address: Address.nullable(),
  mailing_address: Address.nullable(),
  verification_status: VerificationStatus,
  verification_reason: z.string().nullable(),
  /** Of names, phone and addresses: what `putPersonalInformation` takes as `seen`. */
  version: z.string(),
  /** Of each address alone: what `putAddress` takes as `seen`. */
  address_versions: z.object({ permanent: z.string(), mailing: z.string() }),
  documents: z.array(DocumentRecord),
})

export const contractorProfile = {
  getContractorSelf: endpoint({
    method: 'GET',
    path: '/contractor',
    summary: "The contractor's own profile, with who opened which document",
    access: ['contractor'],
    response: ContractorSelf,
  }),
  putAddress: endpoint({
    method: 'PUT',
    path: '/contractor/address',
    summary: 'Changes the permanent or mailing address',
    access: ['contractor'],
    touches: { neither: 'an address decides nothing about pay' },
    body: AddressInput.extend({
      kind: z.enum(['permanent', 'mailing']).default('permanent'),
      seen: Seen,
    }),
    response: ContractorSelf,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putPersonalInformation: endpoint({
    method: 'PUT',
    path: '/contractor/personal-information',
    summary:
      'Legal names, phone and addresses; changing a legal name or country asks for a new review',
    access: ['contractor'],
    touches: { neither: 'who changes a legal name or country is reviewed again' },
    body: z.strictObject({
      first_name: requiredName(100, 'people.problems.firstNameRequired'),
      last_name: requiredName(100, 'people.problems.lastNameRequired'),
      middle_name: name(100).default(''),
      preferred_name: requiredName(100, 'people.problems.preferredNameRequired'),
      phone_number: PhoneNumber,
      permanent_address: AddressInput,
      mailing_address: AddressInput.optional(),
      seen: Seen,
    }),
    response: ContractorSelf,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putPersonalDocuments: endpoint({
    method: 'PUT',
    path: '/contractor/personal-documents',
    summary: 'Hands in identity documents; any one may be sent again by itself',
    access: ['contractor'],
    touches: { neither: 'an operator reviews them' },
    bodyLimit: BODY_BYTES.documents,
    body: z.strictObject({
      id_document_type: z.enum(ID_DOCUMENT_TYPES).optional(),
      residency: z.enum(RESIDENCIES).optional(),
      /** The country of which the person is a citizen. */
      citizenship: CountryCode.optional(),
      /** When the person was born. */
      birth_date: PlainDate.optional(),
      id_document_number: requiredLine(60, 'people.problems.documentNumber').optional(),
      id_document_country: CountryCode.optional(),
      id_document_expires_on: PlainDate.optional(),
      status_document_expires_on: PlainDate.optional(),
      identification_document: DocumentUpload.optional(),
      identification_document_back: DocumentUpload.optional(),
      permanent_address_document: DocumentUpload.optional(),
      mailing_address_document: DocumentUpload.optional(),
      status_document: DocumentUpload.optional(),
    }),
    response: ContractorSelf,
    problems: ['DOCUMENT_NOT_READABLE', 'DOCUMENT_REFUSED', 'STORAGE_FULL', 'VALIDATION'],
  }),
  listDocuments: endpoint({
    method: 'GET',
    path: '/contractor/documents',
    summary: "The contractor's documents and who opened them",
    access: ['contractor'],
    response: z.array(DocumentRecord),
  }),
  getDocument: endpoint({
    method: 'GET',
    path: '/contractor/documents/:id',
    summary: 'One of the own documents',
    access: ['contractor'],
    params: ById,
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
}
