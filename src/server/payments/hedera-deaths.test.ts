/** Paying in USDC on Hedera by a process that dies at any word with its nodes or its signer. */
import { heavy } from '#test/harness/heavy.ts'
import { onHedera, orderIn, treasury } from './on-hedera.test-data.ts'
import { diesAtEachWord } from './timed-deaths.test-data.ts'

diesAtEachWord({
  every: heavy(7, 1),
  orders: [orderIn(1), orderIn(2), orderIn(3)],
  ...{ turn: 31, over: 250, open: onHedera().open },
  mortal: ({ node, another }, dying) =>
    another({
      // Which node is next is said by nobody.
      node: { ...dying({ ...node }), nodeFor: node.nodeFor },
      signer: dying(treasury),
    }),
})
