/** Where names lead, as a nameserver says over the network. */
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebhookSender, lookUp } from './webhook-sender.ts'

const A = 1
const AAAA = 28
const LOOPBACK_6 = [...Array(15).fill(0), 1]
/** What there is of each name; all other names are not known. */
const RECORDS: Readonly<Record<string, Readonly<Record<number, readonly number[][]>>>> = {
  'both.test': { [A]: [[8, 8, 8, 8]], [AAAA]: [LOOPBACK_6] },
  'four.test': {
    [A]: [
      [8, 8, 8, 8],
      [127, 0, 0, 1],
    ],
  },
  'six.test': { [AAAA]: [LOOPBACK_6] },
}
const NAME_UNKNOWN = 3

/** Answers a question as RFC 1035 has it: its head, the question again, and a record for each address. */
function answered(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + size).toString())
    at += 1 + size
  }
  const type = question.readUInt16BE(at + 1)
  const known = RECORDS[labels.join('.')]
  const found = known?.[type] ?? []
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180 | (known ? 0 : NAME_UNKNOWN), 2)
  head.writeUInt16BE(found.length, 6)
  head.fill(0, 8)
  const records = found.map(address =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]),
  )
  return Buffer.concat([head, question.subarray(12, at + 5), ...records])
}

describe('a name', () => {
  const socket = createSocket('udp4')
  let nameservers: string[] = []
  beforeAll(async () => {
    socket.on('message', (question, from) =>
      socket.send(answered(question), from.port, from.address),
    )
    await new Promise<void>(done => socket.bind(0, '127.0.0.1', done))
    nameservers = [`127.0.0.1:${(socket.address() as AddressInfo).port}`]
  })
  afterAll(() => socket.close())

  it('leads to all of its addresses, of both families or of one', async () => {
    expect(await lookUp('both.test', nameservers)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ])
    expect(await lookUp('four.test', nameservers)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    expect(await lookUp('six.test', nameservers)).toEqual([{ address: '::1', family: 6 }])
  })

  it('that is not known leads nowhere, and says so', async () => {
    await expect(lookUp('none.test', nameservers)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('that leads inside by any of them is sent nothing', async () => {
    const { send } = createWebhookSender({
      loopback: false,
      lookup: name => lookUp(name, nameservers),
    })
    for (const name of ['both.test', 'four.test', 'six.test'])
      expect((await send(`https://${name}/`, {}, '')).text).toBe('address not public')
    expect((await send('https://none.test/', {}, '')).text).toContain('ENOTFOUND')
  })
})
