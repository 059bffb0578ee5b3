import type { search as searchCalls } from '#contract/search.ts'
import type { Handlers } from '../kernel/http.ts'
import { search } from './search.ts'
import { getWaiting } from './what-waits.ts'

/** Handlers of what the frame of every page asks. */
export const searchHandlers: Handlers<typeof searchCalls> = {
  search: ({ query }, ctx) => search(ctx, query.q),
  getWaiting: (_input, ctx) => getWaiting(ctx),
}
