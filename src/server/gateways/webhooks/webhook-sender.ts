/** Sends events to addresses that companies name. The port, what may be asked, and what is done about those that lead inside. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

export type WebhookAnswer = {
  /** Null where nothing was answered. */
  readonly status: number | null
  /** The beginning of what was answered, or why nothing was. */
  readonly text: string
  readonly took_ms: number
}

export type WebhookSender = {
  /** Posts a body; never throws. A redirect is an answer like any other, and is not followed. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>
  /** Whether events may be sent to an address as it is written; where its name leads is looked at each time that it is sent to. */
  mayBe(url: string): boolean
}

/** Everything that is no address of the public internet (IANA's special-purpose registries, RFC 6890). */
const INSIDE = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [base = '', bits] = network.split('/')
  INSIDE.addSubnet(base, Number(bits), 'ipv4')
}
/** Of IPv6 all that is no global unicast, and what of that stands for other networks or for documentation. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [base = '', bits] = network.split('/')
  INSIDE.addSubnet(base, Number(bits), 'ipv6')
}

/** Whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isIPv6(address)) return GLOBAL.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
  return isIP(address) === 4 && !INSIDE.check(address, 'ipv4')
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

export type SenderOptions = {
  /** Demos and tests send to this machine as well, without encryption. */
  readonly loopback: boolean
  readonly timeout_ms?: number
  /** Where a name leads. */
  readonly lookup?: (name: string) => Promise<readonly LookupAddress[]>
}

const MOST_TEXT = 500
const TIMEOUT_MS = 10_000
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443'])

/** The sender. The address that was looked at is the one that is connected to: a name that leads elsewhere a moment later leads nobody. */
export function createWebhookSender({
  loopback,
  timeout_ms = TIMEOUT_MS,
  lookup = lookUp,
}: SenderOptions): WebhookSender {
  const allowed = (address: string) =>
    isPublic(address) || (loopback && LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
  const mayBe = (text: string) => {
    const url = URL.parse(text)
    if (!url || url.username || url.password || url.hash) return false
    const host = bare(url)
    const here = loopback && LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
    if (here) return url.protocol === 'http:' || url.protocol === 'https:'
    if (url.protocol !== 'https:' || !PORTS.has(url.port)) return false
    return isIP(host) ? allowed(host) : host.includes('.')
  }
  return {
    mayBe,
    send: async (text, headers, body) => {
      const began = performance.now()
      const signal = AbortSignal.timeout(timeout_ms)
      const answered = await ask().catch((error: NodeJS.ErrnoException) => ({
        status: null,
        text: signal.aborted
          ? `no answer within ${timeout_ms / 1000} s`
          : error.code
            ? `${error.message} (${error.code})`
            : error.message,
      }))
      return {
        status: answered.status,
        text: answered.text.slice(0, MOST_TEXT),
        took_ms: Math.round(performance.now() - began),
      }
      async function ask() {
        if (!mayBe(text)) throw new Error('address not allowed')
        const url = new URL(text)
        const host = bare(url)
        const family = isIP(host)
        const found = family ? [{ address: host, family }] : await until(signal, lookup(host))
        // One that leads inside spoils the name: who answers both ways means no good.
        const [first] = found
        if (!first || !found.every(({ address }) => allowed(address)))
          throw new Error('address not public')
        return post(url, first, headers, body, signal)
      }
    },
  }
}

/**
 * Where a name leads, as the nameservers of this machine say, or these; throws where they say nothing. The system's own lookup would hold one of the few threads on which files are read and all other
 * names looked up, for as long as the nameserver of a company's choice says nothing.
 */
export async function lookUp(
  name: string,
  nameservers?: readonly string[],
): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  if (nameservers) resolver.setServers(nameservers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const of = (found: typeof four, family: number) =>
    found.status === 'fulfilled' ? found.value.map(address => ({ address, family })) : []
  return [...of(four, 4), ...of(six, 6)]
}

/** What comes of work, unless time is up before. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, late])
}

function bare({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function post(
  url: URL,
  to: LookupAddress,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number | null; text: string }> {
  const lookup: LookupFunction = (_name, options, done) => {
    if (options.all) done(null, [to])
    else done(null, to.address, to.family)
  }
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | null
    text: string
  }>()
  const ask = url.protocol === 'https:' ? overHttps : overHttp
  const asked = ask(
    url,
    {
      method: 'POST',
      lookup,
      agent: false,
      signal,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    },
    answer => {
      let text = ''
      answer.setEncoding('utf8')
      const end = () => resolve({ status: answer.statusCode ?? null, text: printable(text) })
      answer.on('data', (piece: string) => {
        text += piece
        // The rest of a long answer is nobody's concern.
        if (text.length > MOST_TEXT) answer.destroy()
      })
      answer.on('close', end)
      answer.on('error', end)
    },
  )
  asked.on('error', reject)
  asked.end(body)
  return promise
}

/** Without what a database cannot hold or a screen cannot show. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ')
}
