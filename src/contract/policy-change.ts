/** What a change of a policy changes, and what keeps its dates. */
import { z } from 'zod'
import { PlainDate } from './kernel/codecs.ts'

/** What keeps the dates of a policy: they change by another policy and a revision of each contract alone. */
export const KeptDates = z.object({
  /** How many contracts were offered or signed for them. */
  contracts: z.int(),
  /** The last day of the last cycle that was opened; null where none was. */
  opened_through: PlainDate.nullable(),
})

/** What terms would change of a policy that stands, within twelve months. */
export const PolicyChange = z.object({
  /** Whether saving them changes it; else its dates stay, and the terms are those of another policy. */
  applies: z.boolean(),
  kept: KeptDates,
  /** Where a period is in one of the calendars alone the other date is null. */
  moved: z.array(
    z.object({
      start_date: PlainDate,
      end_date: PlainDate,
      was: PlainDate.nullable(),
      becomes: PlainDate.nullable(),
    }),
  ),
  same: z.int(),
})
