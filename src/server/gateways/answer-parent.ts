/** The other side of `createChild`: a module that runs in a process of its own. */

/** Answers each question of the parent by one message, in the order of asking, one after the other. Ends with the parent. */
export function answerParent<Question, Answer extends object>(
  answerTo: (question: Question) => Answer | Promise<Answer>,
): void {
  let last: Promise<unknown> = Promise.resolve()
  process.on('message', (question: Question) => {
    last = last.then(() => answerTo(question)).then(answer => process.send?.(answer))
  })
  process.on('disconnect', () => process.exit())
}
