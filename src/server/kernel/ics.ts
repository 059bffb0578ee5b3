import ical from 'ical-generator'

/** A whole day of a calendar. `uid` is the same each time that the calendar is made, so that applications change what they have. */
export type CalendarDay = {
  readonly uid: string
  /** `YYYY-MM-DD`: no zone moves it. */
  readonly date: string
  readonly title: string
  readonly text: string
}

/** How often an application that follows a calendar asks for it anew, in seconds. */
const ASKED_AGAIN_S = 12 * 60 * 60

/** A calendar of whole days as iCalendar (RFC 5545), stamped with the moment at which it is made. */
export function icsOf(name: string, days: readonly CalendarDay[], made: Date): Uint8Array {
  const calendar = ical({
    // Of all texts the package writes this one as it is.
    name: escaped(name),
    prodId: { company: 'Corridor', product: 'corridor', language: 'EN' },
    ttl: ASKED_AGAIN_S,
    events: days.map(({ uid, date, title, text }) => ({
      id: uid,
      start: Temporal.PlainDate.from(date),
      end: Temporal.PlainDate.from(date).add({ days: 1 }),
      allDay: true,
      stamp: made,
      summary: title,
      description: text,
    })),
  })
  return Buffer.from(calendar.toString())
}

/** A text as RFC 5545, 3.3.11, writes it. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, sign => `\\${sign}`)
}
