/** Two contractors of the demo's story who came lately: one waits for review, of the other one paper was rejected. Their papers are made up. */
import { readFileSync } from 'node:fs'
import { call, type Person, type Stage, signUpContractor, upload } from './cast.ts'

export const NEWCOMERS = {
  mariana: {
    email: 'mariana@salgado.test',
    details: {
      first_name: 'Mariana Isabel',
      last_name: 'Salgado',
      preferred_name: 'Mariana',
      country_code: 'MX',
      subdivision_code: 'MX-PUE',
      phone_number: '+522221234567',
      street: 'Calle 5 Norte 1206',
      city: 'Puebla',
      postal_code: '72000',
    },
  },
  jonas: {
    email: 'jonas@weber.test',
    details: {
      first_name: 'Jonas',
      last_name: 'Weber',
      country_code: 'DE',
      subdivision_code: 'DE-BE',
      phone_number: '+493012345678',
      street: 'Invalidenstraße 44',
      city: 'Berlin',
      postal_code: '10115',
    },
  },
}

/** Somebody who waits for review with a picture of a passport, whose surname is longer than the one that they entered. */
export async function tellOfMariana(stage: Stage, mariana: Person): Promise<void> {
  await signUpContractor(stage, mariana, NEWCOMERS.mariana.details)
  const passport = readFileSync(new URL('sample-passport.jpg', import.meta.url))
  await call(stage, mariana, 'putPersonalDocuments', {
    body: {
      identification_document: {
        file_name: 'passport.jpg',
        mime_type: 'image/jpeg',
        content: passport.toString('base64'),
      },
      id_document_type: 'PASSPORT',
      birth_date: '1991-03-14',
      id_document_number: 'G00482915',
      id_document_country: 'MX',
      id_document_expires_on: '2031-08-22',
    },
  })
}

/** Somebody whose passport was accepted and whose proof of address was not. */
export async function tellOfJonas(stage: Stage, jonas: Person, verifier: Person): Promise<void> {
  await signUpContractor(stage, jonas, NEWCOMERS.jonas.details)
  const { documents } = await call(stage, jonas, 'putPersonalDocuments', {
    body: {
      permanent_address_document: upload('bill-2024.pdf', 'Sample electricity bill of 2024'),
    },
  })
  for (const { document_uuid, file_uuid, sha256, version, kind } of documents) {
    const accepted = kind === 'identification_document'
    const params = { userTypes: 'contractors' as const, sub: jonas.sub, document: document_uuid }
    await call(stage, verifier, 'getContractorFile', {
      params: { sub: jonas.sub, file: file_uuid },
    })
    await call(stage, verifier, 'decideDocument', {
      params,
      body: {
        sha256,
        version,
        decision: accepted ? 'verify' : 'reject',
        ...(!accepted && { reason_code: 'TOO_OLD' as const }),
      },
    })
  }
}

/** A passport that ends on a day. */
export function endingPassport(number: string, country: string, expires_on: string) {
  return {
    id_document_type: 'PASSPORT' as const,
    id_document_number: number,
    id_document_country: country,
    id_document_expires_on: expires_on,
  }
}
