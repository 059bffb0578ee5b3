/** A problem that a test catches says its sentence as `detail`, as it does on the wire. */
import { Problem } from '#domain/kernel/problem.ts'
import { sayText } from '#server/kernel/words.ts'

Object.defineProperty(Problem.prototype, 'detail', {
  configurable: true,
  get(this: Problem) {
    return sayText(this)
  },
})
