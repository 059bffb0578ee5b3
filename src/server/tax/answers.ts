/** What a taxpayer says of themselves: what each form needs of it, and whether a number can be one. */
import { validateEntity, validatePerson } from 'stdnum'
import type { z } from 'zod'
import type { TaxAnswers } from '#contract/tax-forms.ts'
import { type InvalidField, requireValid } from '#domain/kernel/problem.ts'
import { type TextKey, textOf } from '#domain/kernel/words.ts'
import { isMadeHere, isUsPerson, type Taxpayer } from '#domain/tax/tax-form.ts'
import { bareNumber, hasForms, isOtherForm } from '#domain/tax/tax-number.ts'
import { hasTreaty } from '#domain/tax/treaties.ts'
import { countryName } from '../reference/addresses.ts'
import { isCountry } from '../reference/countries.ts'

export type Answers = z.output<typeof TaxAnswers>

/** What decides the form, of answers and the permanent address. */
export function taxpayerOf(answers: Answers, residence: string): Taxpayer {
  const { kind, country_code, us_resident } = answers
  return { kind, country_code, us_resident, residence }
}

/** VALIDATION names everything that a form needs and does not have, and every number that cannot be one. */
export function requireAnswers(answers: Answers, residence: string, today: string): void {
  const found: InvalidField[] = []
  const wrong = (field: keyof Answers, text: TextKey, params: Record<string, string> = {}) =>
    found.push({ ...textOf(text, params), loc: ['body', 'answers', field], type: 'value_error' })
  const taxpayer = taxpayerOf(answers, residence)
  if (!isCountry(answers.country_code)) wrong('country_code', 'tax.problems.country')
  if (answers.kind === 'ENTITY' && answers.entity_name === '')
    wrong('entity_name', 'tax.problems.entityName')
  if (isUsPerson(taxpayer)) checkAmerican(answers, wrong)
  else checkForeign(answers, residence, today, wrong)
  requireValid(found)
}

type Wrong = (field: keyof Answers, text: TextKey, params?: Record<string, string>) => void

function checkAmerican({ us_tax_number: number, ...answers }: Answers, wrong: Wrong): void {
  if (
    answers.classification === null ||
    (answers.kind === 'INDIVIDUAL') !== (answers.classification === 'INDIVIDUAL')
  )
    wrong('classification', 'tax.problems.classification')
  if (number === '') wrong('us_tax_number', 'tax.problems.usNumberMissing')
  else if (!isUsNumber(number)) wrong('us_tax_number', 'tax.problems.usNumber')
}

function checkForeign(answers: Answers, residence: string, today: string, wrong: Wrong): void {
  const { kind, country_code, us_tax_number, foreign_tax_number, birth_date } = answers
  const home = kind === 'ENTITY' ? country_code : residence
  if (kind === 'ENTITY' && answers.entity_type === null)
    wrong('entity_type', 'tax.problems.entityType')
  // These give a form of another kind, or one on behalf of somebody else.
  if (kind === 'ENTITY' && answers.entity_type !== null && !isMadeHere(answers.entity_type))
    wrong('entity_type', 'tax.problems.entityTypeElsewhere')
  if (kind === 'ENTITY' && !answers.active_nffe) wrong('active_nffe', 'tax.problems.activeNffe')
  if (kind === 'INDIVIDUAL' && birth_date === null) wrong('birth_date', 'tax.problems.birthDate')
  if (kind === 'INDIVIDUAL' && birth_date !== null && !isWorkingAge(birth_date, today))
    wrong('birth_date', 'tax.problems.birthDateUnlikely')
  if (answers.treaty && !hasTreaty(home))
    wrong('treaty', 'tax.problems.noTreaty', { country: countryName(home) })
  if (us_tax_number !== '' && !isUsNumber(us_tax_number))
    wrong('us_tax_number', 'tax.problems.usNumber')
  if (foreign_tax_number === '') {
    // Benefits of a treaty are claimed under a number of one country or the other.
    if (answers.treaty && us_tax_number === '')
      wrong('foreign_tax_number', 'tax.problems.treatyNumber')
  } else if (!isForeignNumber(kind, home, foreign_tax_number))
    wrong('foreign_tax_number', 'tax.problems.foreignNumber', { country: home })
}

/** Whether somebody of this birth date works: a year in which nobody does is a slip of the hand. */
function isWorkingAge(birth_date: string, today: string): boolean {
  const years = Number(today.slice(0, 4)) - Number(birth_date.slice(0, 4))
  const age = birth_date.slice(5) > today.slice(5) ? years - 1 : years
  return age >= YOUNGEST && age <= OLDEST
}

const YOUNGEST = 14
const OLDEST = 120

/** An SSN, ITIN or EIN by its form and the ranges that are given out. */
function isUsNumber(number: string): boolean {
  return [validatePerson, validateEntity].some(check => check('US', number).isValid === true)
}

const NUMBER = /^[A-Z0-9](?:[A-Z0-9 ./-]{2,28})[A-Z0-9]$/i

/**
 * Whether a number can be one of its country, however it is parted: by its check digits where they are known (stdnum), by its form where that is, else by its
 * look. A country of whose people no number is known is not judged by those of its companies.
 */
export function isForeignNumber(kind: Answers['kind'], country: string, number: string): boolean {
  const spellings = [number, bareNumber(number)]
  // Who trades under their own name may have either.
  const checks = kind === 'ENTITY' ? [validateEntity] : [validatePerson, validateEntity]
  const found = spellings.flatMap(spelled => checks.map(check => check(country, spelled)))
  if (isOtherForm(country, number) || found.some(({ isValid }) => isValid === true)) return true
  const isKnown = found[0]?.checked || (kind === 'INDIVIDUAL' && hasForms(country))
  return !isKnown && NUMBER.test(number)
}

/** The last four of a number, for a screen. */
export function masked(number: string): string {
  return number === '' ? '' : `•• ${number.replace(/[^A-Za-z0-9]/g, '').slice(-4)}`
}
