import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfSealer, type PdfSealer } from '../gateways/pdf/seal.ts'
import { createSelfSignedSeal, type SealIdentity } from '../gateways/pdf/self-signed.ts'
import type { Config } from './config.ts'

/**
 * The sealer of final contracts: with the P12 of SEAL_P12_FILE and SEAL_P12_PASSWORD where they are set, else with a
 * self-signed key that is made once and kept in the data folder.
 */
export async function loadSeal(config: Config): Promise<PdfSealer> {
  if (config.sealP12) {
    const { file, password } = config.sealP12
    return createPdfSealer({ p12: readFileSync(file), password })
  }
  const path = join(config.dataDir, 'seal.json')
  if (!existsSync(path)) {
    const made = await createSelfSignedSeal('Corridor (self-signed)', new Date())
    // Of several processes that start together one makes the key and all read that one.
    const own = `${path}.${process.pid}`
    writeFileSync(own, JSON.stringify(made), { mode: 0o600 })
    keepFirst(own, path)
  }
  return createPdfSealer(JSON.parse(readFileSync(path, 'utf8')) as SealIdentity)
}

function keepFirst(own: string, path: string): void {
  try {
    linkSync(own, path)
  } catch {
    // Another process was first.
  }
  rmSync(own)
}
