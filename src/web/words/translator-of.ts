import { createTranslator, type useTranslations } from 'use-intl'
import { LEARNED } from './learned.ts'
import { LOCALE, type Translator } from './words.tsx'

/** Says the words of a part outside of components; the script that names the part brings it, as with `useTranslations`. */
export function translatorOf<Part extends NonNullable<Parameters<typeof useTranslations>[0]>>(
  part: Part,
): Translator<Part> {
  const words = { locale: LOCALE, messages: LEARNED as never, namespace: part as never }
  return createTranslator(words) as unknown as Translator<Part>
}
