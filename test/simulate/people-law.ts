/** Laws of what people are invited to, shown and told. */
import type { Acknowledged } from './model.ts'
import type { State } from './state.ts'

/** However many invite somebody at once, by lists or one by one, one invitation of a company stands. */
function nobodyIsInvitedTwice({ invitations }: State): string[] {
  const standing = invitations.filter(
    ({ status, removed }) => !removed && (status === 'INVITED' || status === 'ACCEPTED'),
  )
  const byPerson = Map.groupBy(standing, ({ employer, email }) => `${employer} ${email}`)
  return [...byPerson].flatMap(([who, theirs]) =>
    theirs.length > 1 ? [`${who} is invited ${theirs.length} times`] : [],
  )
}

/** A link that was stopped works again as another one only; one address has one; both are of the company whose contract it is. */
function stoppedLinksStayStopped({ shares, contracts }: State, before: State): string[] {
  const was = new Map(before.shares.map(row => [row.id, row]))
  const ownerOf = new Map(contracts.map(row => [row.id, row.employer]))
  const byAddress = Map.groupBy(shares, ({ contract, email }) => `${contract} ${email}`)
  return [
    ...shares.flatMap(({ id, contract, employer, link_sent_at, revoked }) => {
      const then = was.get(id)
      const works = then?.revoked && then.link_sent_at === link_sent_at && !revoked
      return [
        ...(works ? [`the link ${id} was stopped and works`] : []),
        ...(ownerOf.get(contract) === employer ? [] : [`the link ${id} is of another company`]),
      ]
    }),
    ...[...byAddress].flatMap(([key, theirs]) =>
      theirs.length > 1 ? [`${key} has ${theirs.length} links`] : [],
    ),
  ]
}

/** What was written and acknowledged stays, with its mail that left and who opened it. */
function whatWasWrittenStays({ messages }: State, before: State, told: Acknowledged): string[] {
  const now = new Map(messages.map(row => [row.id, row]))
  return [
    ...[...told.written].flatMap(id => (now.has(id) ? [] : [`the message ${id} is gone`])),
    ...before.messages.flatMap(({ id, sent, read }) => {
      const row = now.get(id)
      return (sent && !row?.sent) || (read && !row?.read) ? [`the message ${id} went back`] : []
    }),
  ]
}

/** However many decide at once, and whatever is sent meanwhile: no paper is accepted that no operator had opened. */
function nothingIsAcceptedUnseen({ accepted_papers }: State): string[] {
  return accepted_papers.flatMap(({ id, opened }) =>
    opened ? [] : [`the paper ${id} was accepted, and nobody had opened it`],
  )
}

/** What waits for a signature waits for somebody who works with the company: it ends with the relation. */
function offersEndWithTheRelation({ contracts, invitations }: State): string[] {
  const together = new Set(
    invitations
      .filter(({ status, removed }) => !removed && status === 'ACCEPTED')
      .map(({ employer, contractor }) => `${employer} ${contractor}`),
  )
  return contracts.flatMap(({ id, status, employer, contractor }) =>
    status === 'AWAITING_SIGNATURE' && !together.has(`${employer} ${contractor}`)
      ? [`the offer ${id} waits for who left`]
      : [],
  )
}

/** All of them. */
export const peopleLaws = [
  nobodyIsInvitedTwice,
  offersEndWithTheRelation,
  stoppedLinksStayStopped,
  whatWasWrittenStays,
  nothingIsAcceptedUnseen,
]
