/** Each page of a list is measured as it grows (`npm run bench`), as it is asked for today, or it says here why not. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Api, api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { exportsOf, pagesOf } from '../../bench/growth.ts'

const UNMEASURED: Partial<Record<keyof Api, string>> = {
  listMessages: 'what operators wrote to one person, a few',
  listMessagesTo: 'what operators wrote to one person, a few',
  listPaymentBatchLeftOut:
    'rows of one batch, which are at most ten thousand, like those of batch-rows',
  listDeposits: 'the bench pays in by the bank; chains have figures of their own',
  listDepositWork: 'what chains brought that is to be looked at, open work alone',
  listOwnConversions: 'those of one company, by the index of conversions',
  listExplained: 'what two operators explained one by one',
  listClients: 'those of one contractor, a few',
  listInvoices: 'those of one contractor, a few a month',
  getApprovalStep: 'a page of one step that approval-steps lists',
  listDeliveries: 'the bench has no webhook; those that arrived are let go after ninety days',
}

const CYCLE = '/payrolls/policy/cycle'
const asked = [...pagesOf(1_000, CYCLE), ...exportsOf(CYCLE, 1_000)].map(([name, role, url]) => ({
  name,
  role,
  url: new URL(url, 'http://bench'),
}))
const gets = (Object.entries(api) as [keyof Api, Endpoint][]).filter(
  ([, { method }]) => method === 'GET',
)
const queryOf = ({ query }: Endpoint) => (query instanceof z.ZodObject ? query.shape : {})

/** The call that a path is: of several the one that names the most of it. */
function callAt(path: string) {
  const parts = path.split('/')
  const names = (of: Endpoint) => of.path.split('/').filter(part => !part.startsWith(':')).length
  return gets
    .filter(([, of]) => {
      const pattern = of.path.split('/')
      const fits = (part: string, at: number) => part.startsWith(':') || part === parts[at]
      return pattern.length === parts.length && pattern.every(fits)
    })
    .toSorted(([, one], [, other]) => names(other) - names(one))[0]
}

it.each(asked)('$name is a call that its role may make, with what it takes', ({ role, url }) => {
  const [, of] = callAt(url.pathname) ?? []
  if (of?.access !== 'signed-in') expect(of?.access).toContain(role)
  expect(Object.keys(of ? queryOf(of) : {})).toEqual(
    expect.arrayContaining([...url.searchParams.keys()]),
  )
})

it('measures each list that comes in pages, or says why not', () => {
  const measured = new Set(asked.map(({ url }) => callAt(url.pathname)?.[0]))
  const lists = gets.filter(([, of]) => 'cursor' in queryOf(of)).map(([name]) => name)
  expect(lists.length).toBeGreaterThan(40)
  expect(lists.filter(name => measured.has(name) === name in UNMEASURED)).toEqual([])
})
