import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createCollectingMailer, createSmtpMailer, type MailMessage } from './mailer.ts'

const message: MailMessage = {
  to: 'chloe@tremblay.test',
  subject: 'You were paid\r\nBcc: thief@evil.test',
  html: '<p>Été</p>',
  text: 'Été',
  message_id: '<019a@corridor.test>',
}

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** A mail server that speaks just enough SMTP, and answers RCPT with the given line. */
function listen(received: string[], recipientAnswer = '250 ok'): Promise<string> {
  server = createServer(socket => {
    let inData = false
    let rest = ''
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', chunk => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        received.push(line)
        if (inData && line !== '.') continue
        if (line === 'DATA') socket.write('354 go\r\n')
        else if (line.startsWith('RCPT')) socket.write(`${recipientAnswer}\r\n`)
        else if (line === 'STARTTLS') socket.write('454 not here\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
        inData = line === 'DATA'
      }
    })
  })
  return new Promise(resolve => {
    server?.listen(0, '127.0.0.1', () => {
      const address = server?.address()
      resolve(typeof address === 'object' && address ? `smtp://127.0.0.1:${address.port}` : '')
    })
  })
}

describe('the SMTP mailer', () => {
  it('says in a header how to get no more of what may be stopped', async () => {
    const received: string[] = []
    const mailer = createSmtpMailer(await listen(received), 'Corridor <pay@corridor.test>')
    await mailer.send({ ...message, stop_url: 'https://corridor.test/stop-invitations?token=a' })
    expect(received.join('')).toContain(
      'List-Unsubscribe: <https://corridor.test/stop-invitations?token=a>',
    )
  })

  it('that needs TLS gives nothing to a server that offers none, whatever the address says', async () => {
    const received: string[] = []
    const url = await listen(received)
    for (const options of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true']) {
      const mailer = createSmtpMailer(url + options, 'pay@corridor.test', { needsTls: true })
      await expect(mailer.send(message)).rejects.toMatchObject({ code: 'MAIL_UNAVAILABLE' })
    }
    expect(received.filter(line => /^(MAIL|RCPT|AUTH|DATA)/.test(line))).toEqual([])
  })

  it('sends both bodies to one recipient with our message id, and the subject as one line', async () => {
    const received: string[] = []
    const mailer = createSmtpMailer(await listen(received), 'Corridor <pay@corridor.test>')
    await mailer.send(message)
    expect(received).toContain('MAIL FROM:<pay@corridor.test>')
    expect(received.filter(line => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<chloe@tremblay.test>',
    ])
    expect(received).toContain('Message-ID: <019a@corridor.test>')
    expect(received).toContain('From: Corridor <pay@corridor.test>')
    expect(received).toContain('Subject: You were paid Bcc: thief@evil.test')
    expect(received.some(line => /^bcc:/i.test(line))).toBe(false)
    expect(received.filter(line => /^Content-Type: text\/(plain|html)/.test(line))).toHaveLength(2)
  })

  it('says whether trying again makes sense', async () => {
    const unknown = createSmtpMailer(await listen([], '550 no such user'), 'pay@corridor.test')
    await expect(unknown.send(message)).rejects.toMatchObject({
      code: 'MAIL_REFUSED',
      retriable: false,
    })
    server?.close()
    const busy = createSmtpMailer(await listen([], '451 later'), 'pay@corridor.test')
    await expect(busy.send(message)).rejects.toMatchObject({
      code: 'MAIL_UNAVAILABLE',
      retriable: true,
    })
    const absent = createSmtpMailer('smtp://127.0.0.1:1', 'pay@corridor.test')
    await expect(absent.send(message)).rejects.toMatchObject({ retriable: true })
  })
})

describe('every mailer', () => {
  it('refuses anything but one plain address', async () => {
    const saved: MailMessage[] = []
    const mailers = [
      createCollectingMailer(each => void saved.push(each)),
      createSmtpMailer('smtp://127.0.0.1:1', 'a@b.test'),
    ]
    for (const mailer of mailers) {
      for (const to of [
        '',
        'nobody',
        'a@b.test, c@d.test',
        'A <a@b.test>',
        'a@b.test\r\nRCPT TO:<c@d.test>',
      ]) {
        await expect(mailer.send({ ...message, to })).rejects.toMatchObject({
          code: 'MAIL_REFUSED',
        })
      }
    }
    expect(saved).toEqual([])
  })

  it('collects cleaned messages', async () => {
    const saved: MailMessage[] = []
    await createCollectingMailer(each => void saved.push(each)).send(message)
    expect(saved).toEqual([{ ...message, subject: 'You were paid Bcc: thief@evil.test' }])
  })
})
