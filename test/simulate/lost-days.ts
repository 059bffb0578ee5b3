import { businessDays } from './business-days.ts'
import type { State } from './state.ts'

/** Business days that a signed contract pays in an opened cycle and no item claims: pay that was lost. For when all is delivered. */
export function lostDays({ contracts, cycles, items }: State): string[] {
  return contracts.flatMap(contract =>
    cycles
      .filter(cycle => cycle.policy === contract.policy)
      .flatMap(cycle => {
        const { from, to } = contract
        if (from === null || from > cycle.to || (to !== null && to < cycle.from)) return []
        const own = items.some(item => item.contract === contract.id && item.cycle === cycle.id)
        const claims = items.filter(
          item =>
            item.contractor === contract.contractor &&
            item.employer === contract.employer &&
            item.role.trim().toLowerCase() === contract.role.trim().toLowerCase(),
        )
        // Who archived an item of these days chose not to pay them; whose days are split keeps the longest run.
        if (own || claims.some(item => item.first <= cycle.to && item.last >= cycle.from)) return []
        const first = from > cycle.from ? from : cycle.from
        const last = to !== null && to < cycle.to ? to : cycle.to
        return businessDays(first, last) > 0
          ? [`contract ${contract.id} pays ${first} to ${last}, and no item does`]
          : []
      }),
  )
}
