/**
 * The countries whose accounts are reached by SEPA (European Payments Council, EPC409-09, list of SEPA scheme countries), by the code that their IBANs begin
 * with; territories have the IBANs of their state.
 */
const COUNTRIES = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** Whether an account is reached by SEPA; others have IBANs too, such as those of Turkey. */
export function isInSepa(iban: string): boolean {
  return COUNTRIES.has(iban.trim().slice(0, 2).toUpperCase())
}
