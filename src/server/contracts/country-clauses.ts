/** The templates of clauses for work in a country: their words, for the form that offers them and for the contract that has them. */
import type { z } from 'zod'
import type { contracts } from '#contract/contracts.ts'
import {
  CLAUSE_SUBJECTS,
  COUNTRY_CLAUSES,
  type CountryClauses,
} from '#domain/contracts/country-clauses.ts'
import { say } from '../kernel/words.ts'

type Listed = z.output<(typeof contracts)['listCountryClauses']['response']>

/** What a template says, in its order. */
export function wordsOfClauses(code: CountryClauses): { title: string; clauses: string[] } {
  const key = code.replace('.', '_') as 'CA_1' | 'US_1' | 'GENERAL_1'
  return {
    title: say(`contracts.documents.countryClauses.${key}.title`),
    clauses: CLAUSE_SUBJECTS.map(subject =>
      say(`contracts.documents.countryClauses.${key}.${subject}`),
    ),
  }
}

/** The templates that a new contract can have. */
export function listCountryClauses(): Listed {
  return COUNTRY_CLAUSES.map(code => ({ code, ...wordsOfClauses(code) }))
}
