/**
 * Words as data (decision 0034): a component says `useTranslations('room')` and names a key; ICU MessageFormat fills in what varies.
 * A language more is a catalogue more.
 */
import type { ReactNode } from 'react'
import { IntlProvider, type Messages, type useTranslations } from 'use-intl'

/** The one language that there is, spoken as in the United States (specification 9). */
export const LOCALE = 'en-US'

/** What says the words of one part of a catalogue, for functions that are no components. */
export type Translator<Part extends NonNullable<Parameters<typeof useTranslations>[0]>> =
  ReturnType<typeof useTranslations<Part>>

/** Gives what is inside its words. A key without words is a fault, and said in the console. */
export function Words({ of, children }: { of: object; children: ReactNode }) {
  return (
    <IntlProvider
      locale={LOCALE}
      // What is loaded later adds to it: keys are checked against the whole.
      messages={of as Messages}
      // No message has a date in it; working out the reader's zone takes a while.
      timeZone="UTC"
    >
      {children}
    </IntlProvider>
  )
}
