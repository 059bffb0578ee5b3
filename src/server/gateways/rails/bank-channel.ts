/** How a bank takes files from us: which format, and with which set-up, as operators keep it. */
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import type { CutOff } from '#domain/payments/file-day.ts'
import type { CsvMapping } from '../bank-files/read-csv.ts'
import type { CpaSetup } from '../bank-files/write-cpa.ts'
import type { InteracSetup } from '../bank-files/write-interac.ts'
import type { NachaSetup } from '../bank-files/write-nacha.ts'
import type { Pain001Setup } from '../bank-files/write-pain-001.ts'

/** What stays the same from file to file. */
export type BankSetup =
  | {
      readonly format: 'PAIN_001_SEPA' | 'PAIN_001_SWIFT'
      readonly setup: Omit<Pain001Setup, 'profile' | 'message_id' | 'created_at' | 'execution_date'>
    }
  | {
      readonly format: 'CPA_005'
      readonly setup: Omit<CpaSetup, 'file_number' | 'created_on' | 'due_on' | 'currency'>
    }
  | {
      readonly format: 'NACHA'
      readonly setup: Omit<
        NachaSetup,
        'created_at' | 'file_id_modifier' | 'effective_date' | 'first_trace'
      >
    }
  | {
      readonly format: 'INTERAC_CSV'
      readonly setup: Omit<InteracSetup, 'date' | 'secrets' | 'most_minor'> & {
        /** The most cents of a transfer. */
        readonly most_minor: number
      }
    }

/** A channel: in which currency its files pay, and how. `answers` says how the bank's own lists are read, if it sends any. */
export type BankChannel = BankSetup & {
  readonly currency: string
  readonly cut_off: CutOff | null
  readonly answers: CsvMapping | null
}

/** What one file has of its own. Its numbers are nobody else's. */
export type FileFacts = {
  readonly number: number
  readonly first_trace: number
  readonly made_at: Date
  readonly due_on: string
}

/** Under which names the numbers of a channel's files, and of the payments in them, are given out: by who gave us the id that they go under. */
export function sequencesOf({ format, setup }: BankSetup): {
  readonly files: string
  readonly traces: string | null
} {
  if (format === 'CPA_005') return { files: `CPA ${setup.originator_id}`, traces: null }
  if (format === 'NACHA')
    return { files: `NACHA ${setup.immediate_origin}`, traces: `NACHA ${setup.odfi} traces` }
  return { files: format === 'INTERAC_CSV' ? 'INTERAC' : 'PAIN', traces: null }
}

/** The id by which a bank speaks of a file as a whole. */
export function messageIdOf(number: number, due_on: string): string {
  return `CORRIDOR${due_on.replaceAll('-', '')}${String(number).padStart(8, '0')}`
}

/** The number and the day of the file of which a bank speaks by that id, or by the id of a part of it; undefined where it is none of ours. */
export function fileOfMessage(id: string): { number: number; due_on: string } | undefined {
  const [, year, month, day, number] = /^CORRIDOR(\d{4})(\d\d)(\d\d)(\d{8,15})(-|$)/.exec(id) ?? []
  const due_on = `${year}-${month}-${day}`
  return number && isPlainDate(due_on) ? { number: Number(number), due_on } : undefined
}

/** How many payments one file takes. */
export function roomOf(channel: BankSetup): number {
  return channel.format === 'INTERAC_CSV' ? Math.min(channel.setup.most_rows, MOST) : MOST
}

/** What is written, and looked at by who releases it, at once. */
const MOST = 10_000
