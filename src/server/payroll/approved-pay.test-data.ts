/** Approved pay that can be changed in every way, for the tests of what becomes of it. */
import { approveAll, call, engage, type Person, signUpContractor } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import type { Copy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'
import type { MailMessage } from '../gateways/mail/mailer.ts'

export type ApprovedPay = CycleStage & { readonly first: Person; readonly homeless: Person }
export const APPROVED = { amara1: 'APPROVED', amara2: 'APPROVED', lou: 'APPROVED' }

/** Two people with an account and a wallet each, and one who has neither; all approved three days before their pay date. */
export async function givenApproved(of: World): Promise<ApprovedPay> {
  const stage = await givenApprovableCycle(of, 2)
  const homeless = { sub: 'sub-lou@home.test', email: 'lou@home.test' }
  await signUpContractor(of, homeless, {
    ...{ first_name: 'Lou', last_name: 'Haddad', country_code: 'NG', subdivision_code: 'NG-LA' },
    ...{ phone_number: '+2348012345678', street: '14 Adeola Street', city: 'Lagos' },
  })
  await verify(of, stage.operator, 'contractors', homeless.sub)
  await engage(of, stage.employer, homeless, {
    ...{ role: 'Data engineer', hourly_rate: { currency: 'USD', minor: 4250n }, hours: 80 },
    ...{ policy_uuid: stage.id.policy_uuid, start_date: '2026-03-02', signer_title: 'Director' },
  })
  await of.deliver()
  await fund(of, stage, '10200.00')
  await approveAll(of, stage.employer, stage.id)
  await of.deliver()
  const [first] = stage.contractors as [Person]
  return { ...stage, first, homeless }
}

/** What contractors do in a copy of it. */
export function changesIn({ world }: Pick<Copy<ApprovedPay>, 'world'>) {
  const banking = async (who: Person) => (await call(world, who, 'getBanking')).destinations
  async function split(who: Person, ...shares: number[]): Promise<void> {
    const body = (await banking(who))
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ destination_uuid: identifier }, at) => ({ identifier, percentage: shares[at] ?? 0 }))
    await call(world, who, 'putSetupPercentages', { body })
  }
  async function addAccount(who: Person, account_number = '5550001'): Promise<string> {
    const { destinations } = await call(world, who, 'putBankingInformation', {
      body: { account_name: 'Amara', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
    })
    return destinations.at(-1)?.destination_uuid ?? ''
  }
  async function replace(who: Person, kind: 'bank' | 'wallet', to: string): Promise<void> {
    const from = (await banking(who)).find(of => of.kind === kind)?.destination_uuid ?? ''
    await call(world, who, 'replaceDestination', {
      params: { id: from },
      body: { destination_uuid: to },
    })
  }
  async function addWallet(who: Person): Promise<string> {
    const { destinations } = await call(world, who, 'putCryptoWallet', {
      body: {
        ...{ currency: 'USDC', blockchain: 'algo' },
        address: 'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA',
      },
    })
    return destinations.at(-1)?.destination_uuid ?? ''
  }

  return { banking, split, addAccount, replace, addWallet }
}

/** What is seen and done in a copy of it by everybody else. */
export function looksAt({ world, admin, told }: Copy<ApprovedPay>) {
  /** Whose items are in which state, by the beginning of their addresses. */
  async function items(): Promise<Record<string, string>> {
    const rows = await admin.rows<{ who: string; status: string }>(
      "select split_part(email, '@', 1) who, status from line_item join person on sub = contractor_sub",
    )
    return Object.fromEntries(rows.map(({ who, status }) => [who, status]))
  }
  const balance = async () => (await call(world, told.employer, 'getEmployerBalances')).balances[0]
  const cycle = () =>
    call(world, told.employer, 'getCycle', { params: told.id, query: { limit: 9 } })

  /** The mails that wait for the employer, which then do so no longer. */
  async function mails(): Promise<Pick<MailMessage, 'subject' | 'text'>[]> {
    const sent = await waitingMails(world, admin)
    return sent
      .filter(mail => mail.to === told.employer.email)
      .map(({ subject, text }) => ({ subject, text }))
  }

  async function execute(pay_date = '2026-03-20'): Promise<void> {
    const { payment_uuids } = await call(world, told.operator, 'getChecklist', {
      query: { pay_date },
    })
    const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
      body: { pay_date, payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
  }

  async function settle(): Promise<void> {
    const rows = await admin.rows<{ id: string }>(
      "select payment_uuid id from payment where status = 'SENT'",
    )
    await call(world, told.operator, 'bulkSettle', {
      body: { payment_uuids: rows.map(({ id }) => id), reference: 'B' },
    })
  }

  return { items, balance, cycle, mails, execute, settle }
}
