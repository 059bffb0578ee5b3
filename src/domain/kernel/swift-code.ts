/** SWIFT codes, as banks and their customers call a BIC (ISO 9362). */
import { isValidBIC } from 'ibantools'

/** Whether it can be one: a bank of 4 letters, a country that there is, a place of 2 and perhaps a branch of 3, in capitals. It has no check digit. */
export function isSwiftCode(text: string): boolean {
  return text === text.toUpperCase() && isValidBIC(text)
}
