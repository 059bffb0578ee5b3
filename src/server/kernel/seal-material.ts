/** The key that seals final contracts: given as a P12, or made once and kept in the data folder, wrapped by the master key. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openSmall, rewrapHead, sealSmall } from '../gateways/files/envelope.ts'
import { createPdfSealer, type PdfSealer } from '../gateways/pdf/seal.ts'
import { createSelfSignedSeal, type SealIdentity } from '../gateways/pdf/self-signed.ts'
import { type Config, ConfigError } from './config.ts'
import { newUuid } from './ids.ts'
import type { MasterKeys } from './master-keys.ts'

/** `seal.json`: the certificate, which is in every sealed contract, and its key in an envelope. */
type KeptSeal = { readonly certificate_pem: string; readonly sealed_key: string }

const CONTEXT = 'seal.json'

/**
 * The sealer of final contracts: with the P12 of SEAL_P12_FILE and SEAL_P12_PASSWORD where they are set, else with a
 * self-signed key that is made once and kept in the data folder. A key that an earlier version kept in clear, or under an older
 * master key, is wrapped by the current one. Throws ConfigError when the key does not open.
 */
export async function loadSeal(
  config: Pick<Config, 'sealP12' | 'dataDir' | 'masterKeys'> & Partial<Pick<Config, 'sealTsaUrl'>>,
): Promise<PdfSealer> {
  const options = config.sealTsaUrl ? { timestamp_url: config.sealTsaUrl } : {}
  if (config.sealP12) {
    const { file, password } = config.sealP12
    return createPdfSealer({ p12: readFileSync(file), password }, options)
  }
  const path = join(config.dataDir, 'seal.json')
  if (!existsSync(path)) {
    const made = await createSelfSignedSeal('Corridor (self-signed)', new Date())
    // Of several processes that start together one makes the key and all read that one.
    writeWhole(path, wrapped(config.masterKeys, made), linkSync)
  }
  return createPdfSealer(open(path, config.masterKeys), options)
}

function open(path: string, masterKeys: MasterKeys): SealIdentity {
  const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptSeal | SealIdentity
  if ('key_pem' in kept) {
    writeWhole(path, wrapped(masterKeys, kept), renameSync)
    return kept
  }
  const { certificate_pem } = kept
  const envelope = Buffer.from(kept.sealed_key, 'base64')
  const key_pem = keyIn(envelope, masterKeys, path)
  const anew = rewrapHead(masterKeys, envelope, CONTEXT)
  if (anew) {
    const rewrapped = Buffer.concat([anew.head, envelope.subarray(anew.instead_of)])
    writeWhole(path, { certificate_pem, sealed_key: rewrapped.toString('base64') }, renameSync)
  }
  return { key_pem, certificate_pem }
}

function keyIn(envelope: Buffer, masterKeys: MasterKeys, path: string): string {
  try {
    return openSmall(masterKeys, envelope, CONTEXT).toString()
  } catch (cause) {
    throw new ConfigError(
      `The seal's key in ${path} does not open: it was altered, or MASTER_KEY lacks the key that wrapped it.`,
      { cause },
    )
  }
}

function wrapped(masterKeys: MasterKeys, { key_pem, certificate_pem }: SealIdentity): KeptSeal {
  const envelope = sealSmall(masterKeys, Buffer.from(key_pem), CONTEXT)
  return { certificate_pem, sealed_key: envelope.toString('base64') }
}

/** The whole content is on disk before the name is given to it: at any kill the old file stands, or the new one. */
function writeWhole(path: string, content: KeptSeal, name: typeof linkSync): void {
  const own = `${path}.${newUuid()}.tmp`
  const file = openSync(own, 'wx', 0o600)
  try {
    writeFileSync(file, JSON.stringify(content))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    name(own, path)
  } catch (error) {
    // Another process was first.
    if (!existsSync(path)) throw error
  }
  rmSync(own, { force: true })
}
