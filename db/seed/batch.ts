/** The partner of the demo's story sends a batch of payments in: two of its people work with it already, three are invited, and two rows are left out. */
import { newUuid } from '#server/kernel/ids.ts'
import { call, type Person, type Stage } from './cast.ts'

const FILE = `email,name,amount,currency,reference,words
wei@zhang.test,Wei Zhang,640.25,USDC,TL-4101,Deliveries of the week
fatima@benali.test,Fatima Benali,312.00,EUR,TL-4102,Deliveries of the week
fatima@benali.test,Fatima Benali,48.50,EUR,TL-4103,Fuel
lucia@marin.test,Lucía Marín,275.00,EUR,TL-4104,
sami@korhonen.test,Sami Korhonen,"1,180.00",EUR,TL-4105,
nobuo@ishii.test,石井 信夫,52000,JPY,TL-4106,
ines@duarte,Inês Duarte,220.00,EUR,TL-4107,
`

/** Sends it in, to be paid on a day. Who is a stranger is invited by what follows of it. */
export async function tellOfBatch(stage: Stage, partner: Person, pay_date: string): Promise<void> {
  await call(stage, partner, 'submitPaymentBatch', {
    params: { batch_uuid: newUuid() },
    body: {
      ...{ text: FILE, mends: [], without: [], leave_out_wrong: true },
      ...{ file_name: `payouts-${pay_date}.csv`, pay_date, words: 'Deliveries' },
    },
  })
}

/** Takes the partner's invitation. */
export async function joinPartner(stage: Stage, person: Person): Promise<void> {
  const invitations = await call(stage, person, 'listInvitations')
  const open = invitations.find(
    of => of.status === 'INVITED' && of.employer_domain_name === 'tideline.test',
  )
  if (open) await call(stage, person, 'acceptInvitation', { params: { id: open.invitation_uuid } })
}
