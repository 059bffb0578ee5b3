/** Calls about many line items of a cycle at once: a selection of them, and the hours of a list. */
import { z } from 'zod'
import { APPROVING_ROLES } from '#domain/identity/team.ts'
import { words } from '#domain/kernel/words.ts'
import { MAX_ENTRY_WORDS } from '#domain/payroll/entries.ts'
import { ChosenItems, MOST_CHOSEN, ToApprove } from './approval-shapes.ts'
import { Hours, Money, Said, sentence, Uuid } from './kernel/codecs.ts'
import { BODY_BYTES, endpoint } from './kernel/endpoint.ts'

const OfCycle = z.object({ policy_uuid: Uuid, cycle_uuid: Uuid })

export const SELECTION_VERBS = ['approve', 'unapprove', 'archive', 'unarchive', 'cancel'] as const

/** Line items of a cycle: named, all that a filter and a search show, or those to which somebody said the first of two yeses. */
export const SelectedBy = z.union([
  z.strictObject({ line_item_uuids: ChosenItems }),
  z.strictObject({
    show: z.enum(['all', 'unusual', 'blocked']),
    search: z.string().max(200).optional(),
  }),
  z.strictObject({ first_yes: Uuid }),
])

/** A selection as it stands: how many items, what they come to, and what may be done with it. */
export const Selection = z.object({
  line_item_uuids: z.array(Uuid),
  items: z.int(),
  totals: z.array(Money),
  /** What approving it would approve. */
  waiting: ToApprove,
  /** Each with how many of the items it changes. */
  allowed_actions: z.array(z.object({ action: z.enum(SELECTION_VERBS), items: z.int() })),
})

/** A list of so many characters is read: 20,000 rows with names and addresses. */
const MOST_LIST_CHARACTERS = 2_000_000

export const HOURS_STATES = ['MEND', 'CHANGED', 'SAME'] as const

/** Hours of a pay as they were typed, or as a line of a list has them, and what they would make of it. */
export const HoursRow = z.object({
  /** The line of the list; null for what was typed. */
  line: z.int().nullable(),
  /** Whom the line names, as it is written there. */
  who: z.string(),
  typed: z.string(),
  /** Null where no pay of the cycle is meant. */
  item: z
    .object({
      line_item_uuid: Uuid,
      version: z.int(),
      contractor_name: z.string(),
      hours: Hours,
      amount: Money,
    })
    .nullable(),
  hours: Hours.nullable(),
  amount: Money.nullable(),
  state: z.enum(HOURS_STATES),
  /** What is wrong with it, and how to mend it. */
  said: Said.nullable(),
})

const TypedHours = z.strictObject({
  line_item_uuid: Uuid,
  /** As it was read; whoever saves after somebody else is told. */
  version: z.int(),
  hours: z.string().max(40, words('kernel.problems.tooManyCharacters')),
})

/** What is typed into the grid, or a list: of one column it begins with the pay `from`. */
const HoursAsked = z.union([
  z.strictObject({
    rows: z.array(TypedHours).max(MOST_CHOSEN, words('payroll.problems.tooManyChosen')),
    /** Only these are answered, and the first that are to be mended; all are counted. Without it each is. */
    shown: z.array(Uuid).max(200, words('payroll.problems.tooManyShown')).optional(),
  }),
  z.strictObject({
    text: z.string().max(MOST_LIST_CHARACTERS, words('kernel.problems.tooManyCharacters')),
    from: Uuid.optional(),
    /** Of rows only the first that mean no pay are answered, and what the others put into the cells of a sheet. */
    brief: z.literal(true).optional(),
  }),
])

/** What a line of a list puts into the cell of its pay, which a sheet of thousands holds as little of as it can: it changes nothing where `same`. */
const HoursCell = z.tuple([Uuid, z.int(), z.string(), z.int(), z.boolean()])

export const cycleSelection = {
  selectItems: endpoint({
    method: 'POST',
    path: '/payrolls/:policy_uuid/:cycle_uuid/selection',
    summary: 'What a selection of line items comes to, and what may be done with it',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: { neither: 'nothing of it is kept' },
    params: OfCycle,
    bodyLimit: BODY_BYTES.ids,
    body: SelectedBy,
    response: Selection,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  previewHours: endpoint({
    method: 'POST',
    path: '/payrolls/:policy_uuid/:cycle_uuid/hours/preview',
    summary: 'What hours that are typed, pasted or read from a list would make of the line items',
    access: ['employer'],
    touches: { neither: 'nothing of it is kept' },
    params: OfCycle,
    bodyLimit: BODY_BYTES.acknowledgements,
    body: HoursAsked,
    response: z.object({
      rows: z.array(HoursRow),
      /** Of a list that is asked for in brief: the pay, its version, what is typed, the line, and whether it is the same. */
      cells: z.array(HoursCell).optional(),
      /** So many rows mean no pay. */
      unmeant: z.int(),
      counts: z.object({ MEND: z.int(), CHANGED: z.int(), SAME: z.int() }),
      /** What all that waits comes to, and would come to. */
      before: z.array(Money),
      after: z.array(Money),
    }),
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  saveHours: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/hours',
    summary: 'Changes the hours of many line items that wait for approval, all of them or none',
    access: ['employer'],
    touches: {
      neither: 'edited hours are paid once somebody approves them, who is told of the edit',
    },
    params: OfCycle,
    bodyLimit: BODY_BYTES.acknowledgements,
    body: z.strictObject({
      rows: z
        .array(z.strictObject({ line_item_uuid: Uuid, version: z.int(), hours: Hours }))
        .min(1, words('payroll.problems.chooseItems'))
        .max(MOST_CHOSEN, words('payroll.problems.tooManyChosen')),
      /** Why the hours are others than the contracts give; stands on each entry. */
      words: sentence(MAX_ENTRY_WORDS).default(''),
    }),
    response: z.object({ changed: z.int(), same: z.int() }),
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
} as const
