import { useLayoutEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { entrySaver } from './entry-saver.ts'

/** Has a saver save what its form holds as it is typed, when the network is back, and when the form is left. */
export function useEntrySaver<V extends FieldValues>(
  saver: ReturnType<typeof entrySaver>,
  subscribe: UseFormReturn<V>['subscribe'],
): void {
  // With the fields themselves, as `useForm` keeps them.
  useLayoutEffect(() => {
    // What came back from the device is not on the server yet.
    saver.later()
    addEventListener('online', saver.save)
    const stop = subscribe({ formState: { values: true }, callback: saver.later })
    return () => {
      stop()
      removeEventListener('online', saver.save)
      saver.leave()
    }
  }, [saver, subscribe])
}
