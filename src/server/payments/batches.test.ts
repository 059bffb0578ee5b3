/** Files for a bank: written and kept before anything leaves, released by somebody else, and never with what may not leave. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import type { World } from '#test/harness/world.ts'
import {
  execute,
  type FilesStage,
  givenFiles,
  PAY_DATE,
  release,
  SWIFT,
} from './bank-files.test-data.ts'
import { resumeExecutions } from './index.ts'

let world: World
let admin: Admin
let stage: FilesStage
/** Three contractors have dollars and USDC due. */
eachInACopy(
  first => givenFiles(first, 3),
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

const statuses = async (currency = 'USD') => {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment where currency = $1 group by 1 order by 1',
    [currency],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const made = async () => {
  const [batch, ...more] = await execute(world, stage)
  expect(more).toEqual([])
  if (!batch) throw new Error('a file waits')
  return batch
}
const look = (id: string) => call(world, stage.second, 'getBatch', { params: { id } })
const discard = (id: string, by = stage.second) =>
  call(world, by, 'discardBatch', { params: { id }, body: { words: 'The bank is closed.' } })
const remake = (id: string, by = stage.second) => call(world, by, 'remakeBatch', { params: { id } })
const download = (id: string, by = stage.second) =>
  call(world, by, 'getBatchFile', { params: { id } })
const freezeOne = (by = stage.second) =>
  call(world, by, 'freezePayments', {
    body: {
      ...{ before: '2026-03-21', words: '' },
      contractor_sub: stage.contractors[0]?.sub ?? '',
    },
  })

describe('a file', () => {
  it('is there before anything leaves: whole, with its sum, and who asked for it', async () => {
    const batch = await made()
    expect(batch).toMatchObject({
      ...{ status: 'WAITING', format: 'PAIN_001_SWIFT', number: 1, payments: 3 },
      ...{ total: { currency: 'USD', minor: 714_000n }, due_on: PAY_DATE },
    })
    expect(await statuses()).toEqual({ EXECUTING: 3 })
    // What goes by chains is not kept up by it.
    expect(await statuses('USDC')).toEqual({ SENT: 3 })
    const detail = await look(batch.batch_uuid)
    expect(detail.lines.map(({ amount }) => amount.minor)).toEqual([238_000n, 238_000n, 238_000n])
    expect(detail).toMatchObject({ stopped: 0, is_late: false, downloads: [] })
    expect(await outcome(download(batch.batch_uuid))).toBe('TRANSITION_NOT_ALLOWED')
    const { execution_uuid: id } = batch
    const execution = await call(world, stage.operator, 'getExecution', { params: { id } })
    expect(execution).toMatchObject({ to_release: 3, waiting: 0, sent: 3, finished: true })
  })

  it('is made once, whoever works off the execution how often', async () => {
    const { execution_uuid } = await made()
    await Promise.all([world.execute(execution_uuid), world.execute(execution_uuid)])
    await world.unit(ctx => resumeExecutions(ctx, 0))
    expect((await call(world, stage.operator, 'listBatches')).waiting).toHaveLength(1)
    expect(await admin.rows('select from bank_batch')).toHaveLength(1)
  })

  it('leaves once somebody else says so, and is then to be had by who may', async () => {
    const { batch_uuid: id, made_by } = await made()
    expect(made_by.name).not.toBe('')
    expect(await outcome(release(world, stage.operator, id))).toBe('SECOND_PERSON_NEEDED')
    const wrong = { params: { id }, body: { file_sha256: '0'.repeat(64) } }
    expect(await outcome(call(world, stage.second, 'releaseBatch', wrong))).toBe('EXECUTION_STALE')
    const released = await release(world, stage.second, id)
    expect(released).toMatchObject({ status: 'RELEASED', allowed_actions: ['download'] })
    expect(await release(world, stage.third, id)).toMatchObject({ status: 'RELEASED' })
    expect(await statuses()).toEqual({ SENT: 3 })
    const references = await admin.rows<{ reference: string }>(
      "select reference from payment where currency = 'USD'",
    )
    const text = (await wholeFile(await download(id))).toString()
    for (const { reference } of references)
      expect(text).toContain(`<EndToEndId>${reference}</EndToEndId>`)
    expect((await look(id)).downloads).toHaveLength(1)
    expect(
      await admin.rows("select purpose from file_read where purpose = 'payment'"),
    ).toHaveLength(1)
  })

  it('does not leave by the word of who moves no money any more: it is made anew, and waits for another', async () => {
    const { batch_uuid: id } = await made()
    const { sub } = stage.operator
    const give = (role: 'verifier' | 'treasurer') =>
      call(world, stage.second, 'changeOperatorRole', { params: { sub }, body: { role } })
    await give('verifier')
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_STALE')
    await give('treasurer')
    expect((await look(id)).allowed_actions).toEqual(['release', 'remake', 'discard'])
    const suspend = { params: { sub, operation: 'suspend' as const } }
    await call(world, stage.second, 'changeOperatorStanding', suspend)
    const seen = { maker_may: false, allowed_actions: ['remake', 'discard'] }
    expect(await look(id)).toMatchObject(seen)
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_STALE')
    const [anew] = (await remake(id)).waiting
    const next = anew?.batch_uuid ?? ''
    expect(await outcome(release(world, stage.second, next))).toBe('SECOND_PERSON_NEEDED')
    expect(await release(world, stage.third, next)).toMatchObject({ status: 'RELEASED' })
    expect(await statuses()).toEqual({ SENT: 3 })
    expect(await world.broken()).toEqual([])
  })

  it('pays the name and address that were there when it was asked for', async () => {
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('there are contractors')
    const body = { pay_date: PAY_DATE, payment_uuids: stage.payment_uuids }
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', { body })
    const { fields } = world.kernel
    const address = fields.seal(
      'contractor.permanent_address',
      contractor.sub,
      JSON.stringify({ city_or_municipality: 'Abuja', country_code: 'NG' }),
    )
    await admin.rows('update contractor set permanent_address = $2 where sub = $1', [
      contractor.sub,
      address,
    ])
    await world.execute(execution_uuid ?? '')
    const [batch] = (await call(world, stage.operator, 'listBatches')).waiting
    const id = batch?.batch_uuid ?? ''
    await release(world, stage.second, id)
    const text = (await wholeFile(await download(id))).toString()
    expect(text.match(/<TwnNm>Lagos</g)).toHaveLength(3)
  })
})

describe('what may not leave', () => {
  it('holds the file back, and is left out of the next one', async () => {
    const { batch_uuid: id } = await made()
    const { freeze_uuid } = await freezeOne(stage.operator)
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_STALE')
    expect(await look(id)).toMatchObject({ stopped: 1, status: 'WAITING' })
    const { waiting, others } = await remake(id)
    expect(others).toMatchObject([{ batch_uuid: id, status: 'REPLACED' }])
    expect(waiting).toMatchObject([{ number: 2, payments: 2 }])
    const anew = waiting[0]?.batch_uuid ?? ''
    expect(await outcome(release(world, stage.second, anew))).toBe('SECOND_PERSON_NEEDED')
    await release(world, stage.third, anew)
    expect(await statuses()).toEqual({ EXECUTING: 1, SENT: 2 })
    // What was frozen goes on once it is not any more.
    await call(world, stage.second, 'liftFreeze', {
      params: { id: freeze_uuid },
      body: { words: '' },
    })
    const { execution_uuid } = waiting[0] ?? {}
    await world.execute(execution_uuid ?? '')
    const then = await call(world, stage.second, 'listBatches')
    expect(then.waiting).toMatchObject([{ number: 3, payments: 1 }])
  })

  it('fails where it is stopped otherwise, with the reason', async () => {
    const { batch_uuid: id } = await made()
    await call(world, stage.operator, 'changeStanding', {
      params: {
        userTypes: 'contractors',
        sub: stage.contractors[1]?.sub ?? '',
        operation: 'suspend',
      },
      body: {},
    })
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_STALE')
    await remake(id)
    expect(await statuses()).toEqual({ EXECUTING: 2, FAILED: 1 })
  })

  it('is a file whose day is over, until it is made anew', async () => {
    const { batch_uuid: id } = await made()
    world.clock.set('2026-03-21T15:00:00Z')
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_STALE')
    const { waiting } = await remake(id, stage.operator)
    expect(waiting).toMatchObject([{ due_on: '2026-03-23', payments: 3 }])
    await release(world, stage.second, waiting[0]?.batch_uuid ?? '')
  })

  it('is a file of today once its bank takes no more today', async () => {
    const { batch_uuid: id } = await made()
    // Four in the afternoon in Toronto.
    world.clock.set('2026-03-20T20:00:00Z')
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_STALE')
    expect(await look(id)).toMatchObject({
      ...{ is_late: true, allowed_actions: ['remake', 'discard'] },
    })
  })

  it('is a file for a day on which its bank is closed, and the next one is for when it is open', async () => {
    const { batch_uuid: id } = await made()
    // The evening before Good Friday: the bank is in Canada, where Easter Monday is one as well.
    world.clock.set('2026-04-02T21:00:00Z')
    const { waiting } = await remake(id, stage.operator)
    expect(waiting).toMatchObject([{ due_on: '2026-04-07' }])
  })

  it('is anything while payments are halted', async () => {
    const { batch_uuid: id } = await made()
    await admin.rows(
      `insert into setting values ('execution_halted_since', '"2026-03-20T09:00:00Z"')`,
    )
    expect(await outcome(release(world, stage.second, id))).toBe('EXECUTION_HALTED')
    expect(await outcome(remake(id))).toBe('EXECUTION_HALTED')
  })

  it('is what was discarded: it fails with the words, may be retried, and leaves by another file', async () => {
    const { batch_uuid: id } = await made()
    await discard(id)
    expect(await discard(id, stage.operator)).toMatchObject({ status: 'DISCARDED' })
    expect(await outcome(release(world, stage.second, id))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await statuses()).toEqual({ FAILED: 3 })
    const [payment] = await admin.rows<{ id: string; failure_reason: string }>(
      "select payment_uuid id, failure_reason from payment where currency = 'USD'",
    )
    expect(payment?.failure_reason).toContain('The bank is closed.')
    await call(world, stage.operator, 'retryPayment', { params: { id: payment?.id ?? '' } })
    expect(await execute(world, stage)).toMatchObject([{ number: 2, payments: 1 }])
  })

  it('is an order that the file cannot carry: it fails at once with the reason, and stops nobody else', async () => {
    const { fields } = world.kernel
    const rows = await admin.rows<{ id: string; bank: string }>(
      "select destination_uuid id, bank from destination where kind = 'bank' order by 1 limit 1",
    )
    for (const { id, bank } of rows) {
      const opened = JSON.parse(fields.open('destination.bank', id, bank)) as object
      const text = JSON.stringify({ ...opened, account_name: 'أمارا أوكافور' })
      await admin.rows('update destination set bank = $2 where destination_uuid = $1', [
        id,
        fields.seal('destination.bank', id, text),
      ])
    }
    expect(await made()).toMatchObject({ payments: 2 })
    expect(await statuses()).toEqual({ EXECUTING: 2, FAILED: 1 })
  })

  it('says once which letters it cannot carry and where they stand: its contractor reads it too', async () => {
    const { fields } = world.kernel
    const [row] = await admin.rows<{ sub: string; id: string; bank: string }>(
      "select contractor_sub sub, destination_uuid id, bank from destination where kind = 'bank' order by 2 limit 1",
    )
    const { sub = '', id = '', bank = '' } = row ?? {}
    const opened = JSON.parse(fields.open('destination.bank', id, bank)) as object
    const named = JSON.stringify({ ...opened, account_name: 'شم' })
    const home = { city_or_municipality: 'شق', country_code: 'NG' }
    await admin.rows('update destination set bank = $2 where destination_uuid = $1', [
      id,
      fields.seal('destination.bank', id, named),
    ])
    await admin.rows('update contractor set permanent_address = $2 where sub = $1', [
      sub,
      fields.seal('contractor.permanent_address', sub, JSON.stringify(home)),
    ])
    await made()
    const failed = await admin.rows(
      "select failure_reason reason from payment where status = 'FAILED'",
    )
    const where = 'The name or the address has letters that the bank does not take, such as ش م ق.'
    const reason = `The bank’s file cannot carry it. ${where} Banks read Latin letters.`
    expect(failed).toEqual([{ reason }])
  })
})

describe('two at once', () => {
  it('release a file once', async () => {
    const { batch_uuid: id } = await made()
    const by = [stage.second, stage.third, stage.second, stage.third]
    const answers = await Promise.all(by.map(one => outcome(release(world, one, id))))
    expect(new Set(answers)).toEqual(new Set(['done']))
    expect(await statuses()).toEqual({ SENT: 3 })
  })

  it('release and discard: one of them is told that it is too late', async () => {
    const { batch_uuid: id } = await made()
    const answers = await Promise.all([
      outcome(release(world, stage.second, id)),
      outcome(discard(id, stage.third)),
    ])
    expect(answers.toSorted()).toEqual(['TRANSITION_NOT_ALLOWED', 'done'])
  })

  it('release and freeze: what is frozen has not left, or had left before', async () => {
    const { batch_uuid: id } = await made()
    const [released] = await Promise.all([
      outcome(release(world, stage.second, id)),
      outcome(freezeOne(stage.third)),
    ])
    expect(await statuses()).toEqual(released === 'done' ? { SENT: 3 } : { EXECUTING: 3 })
  })

  it('make a file anew once', async () => {
    const { batch_uuid: id } = await made()
    const answers = await Promise.all([outcome(remake(id)), outcome(remake(id, stage.third))])
    expect(answers.toSorted()).toEqual(['TRANSITION_NOT_ALLOWED', 'done'])
    expect((await call(world, stage.third, 'listBatches')).waiting).toHaveLength(1)
  })
})

describe('a channel', () => {
  const propose = (body: object = {}, by = stage.second) =>
    call(world, by, 'proposeBankChannel', { body: { ...SWIFT, ...body } as typeof SWIFT })

  it('is in force once another said yes; the one before pays until then', async () => {
    const { proposals } = await propose({ label: 'Another bank' })
    const id = proposals[0]?.channel_uuid ?? ''
    expect(proposals[0]?.allowed_actions).toEqual(['close'])
    expect(await propose({ label: 'Another bank' })).toMatchObject({
      proposals: [{ channel_uuid: id }],
    })
    expect(await outcome(propose({ label: 'A third' }))).toBe('CONFLICT')
    expect(await outcome(call(world, stage.second, 'confirmBankChannel', { params: { id } }))).toBe(
      'SECOND_PERSON_NEEDED',
    )
    const { channels } = await call(world, stage.third, 'confirmBankChannel', { params: { id } })
    expect(channels.map(({ label }) => label)).toEqual(['Another bank'])
    expect(await made()).toMatchObject({ label: 'Another bank' })
  })

  it('is confirmed neither after a week nor where who proposed it may not propose any more', async () => {
    const { proposals } = await call(world, stage.second, 'proposeBankChannel', {
      body: { ...SWIFT, label: 'Of one who left' },
    })
    const id = proposals[0]?.channel_uuid ?? ''
    const listed = async () =>
      (await call(world, stage.third, 'listBankChannels')).proposals.map(of => [
        of.stands,
        ...of.allowed_actions,
      ])
    const confirm = () => call(world, stage.third, 'confirmBankChannel', { params: { id } })
    const { sub } = stage.second
    const standing = (operation: 'suspend' | 'reinstate') =>
      call(world, stage.operator, 'changeOperatorStanding', { params: { sub, operation } })
    expect(await listed()).toEqual([[true, 'confirm', 'close']])
    await standing('suspend')
    expect(await listed()).toEqual([[false, 'close']])
    expect(await outcome(confirm())).toBe('TRANSITION_NOT_ALLOWED')
    await standing('reinstate')
    await admin.rows("update operator set role = 'verifier' where sub = $1", [sub])
    expect(await outcome(confirm())).toBe('TRANSITION_NOT_ALLOWED')
    await admin.rows("update operator set role = 'treasurer' where sub = $1", [sub])
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + 8 * 86_400_000).toISOString())
    expect(await outcome(confirm())).toBe('TRANSITION_NOT_ALLOWED')
    world.clock.set(now.toISOString())
    const { channels } = await confirm()
    expect(channels.map(({ label }) => label)).toEqual(['Of one who left'])
  })

  it('that is closed leaves its currency to be paid by hand', async () => {
    await call(world, stage.second, 'closeBankChannel', { params: { id: stage.channel } })
    expect(await execute(world, stage)).toEqual([])
    expect(await statuses()).toEqual({ SENT: 3 })
  })

  it('is refused where its files could not be written, field by field', async () => {
    expect(await outcome(propose({ currency: 'USDC' }))).toBe('VALIDATION')
    expect(await outcome(propose({ pays: 'INTERAC' }))).toBe('VALIDATION')
    const setup = { ...SWIFT.setup, purpose: 'x' }
    await expect(propose({ setup })).rejects.toMatchObject({
      fields: [{ loc: ['body', 'setup', 'purpose'] }],
    })
  })

  it('shows of its accounts how they end', async () => {
    const { channels } = await call(world, stage.third, 'listBankChannels')
    const said = new Map(channels[0]?.setup.map(({ name, value }) => [name, value]))
    expect(said.get('debtor.account_number')).toBe('•••• 0300')
    expect(said.get('debtor.name')).toBe('Corridor Payments Inc.')
    expect(await admin.rows("select from bank_channel where setup like '%Corridor%'")).toEqual([])
  })
})
