/** What moves money or gives access is done in the simulator too, among others who act at that moment and under its faults, or it says here why not. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Api, api } from '#contract/api.ts'
import { type Endpoint, needsProof } from '#contract/kernel/endpoint.ts'

const ELSEWHERE: Partial<Record<keyof Api, string>> = {
  approveContract: 'an offer of the harness calls it (`offer`)',
  changeEmail: 'changes who one is called, and nothing that one may',
  inviteOperator: 'operators of the simulator are there from the beginning, go and come back',
  confirmOperatorInvitation: 'operators of the simulator are there from the beginning',
  resendOperatorInvitation: 'operators of the simulator are there from the beginning',
  putApprovalLimit: 'asks for a proof again, which who acts in the simulator always has',
  signTaxForms: 'a company in the United States asks for them; those of the simulator are Canadian',
  importSigned: 'what is signed by hand is walked with each chain (`*-by-hand.test.ts`)',
  decideHit: 'nobody of the simulator is on a list; two at once are in `screening`',
  makeApiKey:
    'a key says nothing but what its maker may; each of its calls is asked in `api-keys.test.ts`',
  replaceApiKey: 'like makeApiKey',
  makeWebhook: 'is told what happened, and moves nothing',
  replaceWebhookSecret: 'is told what happened, and moves nothing',
}

const done = globSync('test/simulate/**/*.ts')
  .map(path => readFileSync(path, 'utf8'))
  .join('\n')
const proven = (Object.entries(api) as [keyof Api, Endpoint][])
  .filter(([, entry]) => needsProof(entry))
  .map(([name]) => name)

it('walks every call that moves money or gives access, but for those that say why not', () => {
  expect(proven.length).toBeGreaterThan(60)
  expect(proven.filter(name => !done.includes(`'${name}'`) && !ELSEWHERE[name])).toEqual([])
})

it('names nothing that it walks, or that moves nothing', () => {
  const named = Object.keys(ELSEWHERE) as (keyof Api)[]
  expect(named.filter(name => done.includes(`'${name}'`) || !proven.includes(name))).toEqual([])
})
