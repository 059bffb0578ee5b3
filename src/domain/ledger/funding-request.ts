/** What operators ask an employer to send: open until what arrived covers it (design: States, Funding request). */
import { machine } from '#domain/kernel/machine.ts'

export const REQUEST_STATUSES = ['REQUESTED', 'RECEIVED', 'CANCELLED'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** A request's life: covered by what is booked, open again where that is taken back, or withdrawn. */
export const requestMachine = machine<RequestStatus, 'receive' | 'reopen' | 'withdraw'>({
  REQUESTED: { receive: 'RECEIVED', withdraw: 'CANCELLED' },
  RECEIVED: { reopen: 'REQUESTED' },
  CANCELLED: {},
})
