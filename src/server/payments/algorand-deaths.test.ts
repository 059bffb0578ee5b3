/** Paying in tokens on Algorand by a process that dies at any word with its node or its signer. */
import { heavy } from '#test/harness/heavy.ts'
import { onAlgorand, orderIn, treasury } from './on-algorand.test-data.ts'
import { diesAtEachWord } from './timed-deaths.test-data.ts'

diesAtEachWord({
  every: heavy(7, 1),
  orders: [orderIn(1), orderIn(2), orderIn(3)],
  ...{ turn: 21, over: 520, open: onAlgorand().open },
  mortal: ({ node, another }, dying, as) =>
    another({
      // Of the blocks that it reads of a dead one each is like the other: it dies before and after all of them.
      node: as === 'pays' ? dying(node) : { ...dying(node), txidsIn: node.txidsIn },
      signer: dying(treasury),
    }),
})
