/** The contractors of a large company: a page of 50, and searches in three scripts, against a bare server on the same rows. */
import { type Met, offerFor } from './load.ts'
import { BENCH, seedCompany, seedOperator } from './seed.ts'
import type { Stages } from './stage.ts'

/** A page without a search, and parts of names as their owners write them (seed.ts); each is of a tenth of the people. */
const SEARCHES = ['', 'okafor', 'шевченко', 'حداد']

/** Requests per second of eight clients that go round the searches, of ours and of the bare server in turn. */
export async function listContractors(stages: Stages, contractors: number, rounds: number) {
  const stage = await stages.open('contractors')
  await seedOperator(stage.client)
  await seedCompany(stage.client, stage.fields, BENCH, { contractors, paid: 0 })
  await stage.verify()
  // The index that a person would make for it.
  await stage.client.query('create extension if not exists pg_trgm')
  await stage.client.query(
    'create index bench_trigrams on contractor_listing using gin (said gin_trgm_ops)',
  )
  await stage.client.query('analyze')
  const [ours, bare] = [await stage.serve('ours'), await stage.serve('bare')]
  await stage.quiet()
  const path = (of: string, search: string) =>
    `${of}limit=50${search && `&search=${encodeURIComponent(search)}`}`
  const ourCalls = SEARCHES.map(of => ours.call(path('/employer/contractors?', of), 'employer'))
  const bareCalls = SEARCHES.map(of => bare.call(path('/contractors?', of)))
  const rates = { ours: [] as Met[], bare: [] as Met[] }
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await offerFor(bareCalls, 8, 4))
    rates.ours.push(await offerFor(ourCalls, 8, 4))
  }
  await ours.end()
  await bare.end()
  await stage.clear()
  return rates
}
