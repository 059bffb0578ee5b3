/** Whether the runtime knows a time zone of the IANA database by this name. An offset is none: it would be wrong for half of the year. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
