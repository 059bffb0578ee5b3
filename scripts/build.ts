/** `npm run build`: the web build that `npm run serve` serves. Fails where a page loads more than it may; who starts Corridor is not kept from it by that. */
import { buildWeb, DIST } from './build-web.ts'
import { checkBudgets } from './web-budgets.ts'

const isNew = await buildWeb()
checkBudgets(DIST)
console.log(isNew ? 'Built dist/web.' : 'dist/web is up to date.')
