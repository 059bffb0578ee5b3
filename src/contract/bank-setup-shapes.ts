/** What a channel to a bank is proposed with, format by format. */
import { z } from 'zod'
import { isTimeZone } from '#domain/kernel/time-zone.ts'
import { words } from '#domain/kernel/words.ts'
import { ANSWER_OUTCOMES, CHANNEL_PAYS } from '#domain/payments/bank-batch.ts'
import { CountryCode, CurrencyCode, line, requiredLine } from './kernel/codecs.ts'

const short = line(140)
const optional = line(140).nullable()
const LineEnd = z.enum(['', '\n', '\r\n'])
const Delimiter = z.enum([',', ';', '\t', '|'])

const Iso = z.strictObject({
  debtor: z.strictObject({
    name: short,
    address: z.strictObject({
      street_number_and_name: short,
      apartment_or_unit_number: short,
      city_or_municipality: short,
      postal_code: line(20),
      country_code: CountryCode,
      subdivision_code: line(6).nullable(),
    }),
    organisation_id: optional,
    iban: optional,
    account_number: line(34),
    currency: CurrencyCode,
    bank: z.strictObject({ swift_code: optional, country_code: optional, bank_code: optional }),
  }),
  service_level: z.enum(['URGP', 'NURG']),
  purpose: line(4),
  batch_booking: z.boolean(),
})

const Cpa = z.strictObject({
  originator_id: line(10),
  data_centre: line(5),
  short_name: line(15),
  long_name: line(30),
  return_account: z.strictObject({
    institution_number: line(3),
    transit_number: line(5),
    account_number: line(12),
  }),
  transaction_code: z.enum(['200', '450']),
  line_end: LineEnd,
})

const Nacha = z.strictObject({
  immediate_destination: line(9),
  immediate_destination_name: line(23),
  immediate_origin: line(10),
  immediate_origin_name: line(23),
  company_name: line(16),
  company_id: line(10),
  entry_description: line(10),
  odfi: line(8),
  line_end: z.enum(['\n', '\r\n']),
})

const INTERAC_VALUES = [
  'name',
  'email',
  'amount',
  'currency',
  'reference',
  'message',
  'date',
  'question',
  'answer',
] as const

const Interac = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        title: line(60),
        value: z.union([z.enum(INTERAC_VALUES), z.strictObject({ always: line(140) })]),
      }),
    )
    .min(1)
    .max(40),
  titles: z.boolean(),
  delimiter: Delimiter,
  line_end: z.enum(['\n', '\r\n']),
  most_rows: z.int().min(1).max(10_000),
  most_minor: z.int().min(1).max(1_000_000_000),
  most_name: z.int().min(10).max(140),
  most_message: z.int().min(0).max(400),
})

/** How the lists are read in which the bank says what became of payments; null where it sends none. */
const Answers = z
  .strictObject({
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
    delimiter: Delimiter,
    lines_before: z.int().min(0).max(100),
    reference: line(100),
    outcome: line(100),
    outcomes: z.record(z.string().max(60), z.enum(ANSWER_OUTCOMES).nullable()),
    amount: line(100),
    decimal: z.enum(['.', ',']),
    currency: z.union([
      z.strictObject({ column: line(100) }),
      z.strictObject({ always: CurrencyCode }),
    ]),
    date: line(100),
    date_form: z.enum(['YYYY-MM-DD', 'YYYYMMDD', 'DD/MM/YYYY', 'MM/DD/YYYY']),
    reason: line(100).nullable(),
    reason_codes: z.enum(['ISO', 'NACHA', 'CPA']).nullable(),
    bank_reference: line(100).nullable(),
  })
  .nullable()

const CutOff = z
  .strictObject({
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, words('payments.problems.cutOffTime')),
    zone: line(60).refine(isTimeZone, words('payments.problems.cutOffZone')),
  })
  .nullable()

const Common = {
  currency: CurrencyCode,
  pays: z.enum(CHANNEL_PAYS),
  label: requiredLine(100, 'payments.problems.channelLabel'),
  cut_off: CutOff,
  answers: Answers,
}

/** A channel as it is proposed: whom it pays, by which bank, and the set-up that its files are written with. */
export const ProposedChannel = z.discriminatedUnion('format', [
  z.strictObject({ ...Common, format: z.literal('PAIN_001_SEPA'), setup: Iso }),
  z.strictObject({ ...Common, format: z.literal('PAIN_001_SWIFT'), setup: Iso }),
  z.strictObject({ ...Common, format: z.literal('CPA_005'), setup: Cpa }),
  z.strictObject({ ...Common, format: z.literal('NACHA'), setup: Nacha }),
  z.strictObject({ ...Common, format: z.literal('INTERAC_CSV'), setup: Interac }),
])
