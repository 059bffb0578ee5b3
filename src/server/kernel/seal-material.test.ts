import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSelfSignedSeal } from '../gateways/pdf/self-signed.ts'
import { loadSeal } from './seal-material.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'corridor-seal-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const first = randomBytes(32)
const second = randomBytes(32)
const load = (keys: Record<string, Buffer> = { first }, current = 'first') =>
  loadSeal({ dataDir, sealP12: undefined, masterKeys: { current, keys } })
const path = () => join(dataDir, 'seal.json')
const text = () => readFileSync(path(), 'utf8')
const certificate = () => (JSON.parse(text()) as { certificate_pem: string }).certificate_pem

describe("the seal's key", () => {
  it('is made once and lies wrapped, for the owner only', async () => {
    await load()
    const made = text()
    expect(made).not.toContain('PRIVATE KEY')
    expect(Buffer.from(JSON.parse(made).sealed_key, 'base64').toString('latin1')).not.toMatch(
      /PRIVATE KEY/,
    )
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
    await load()
    expect(text()).toBe(made)
    expect(readdirSync(dataDir)).toEqual(['seal.json'])
  })

  it('is one, when several processes start together', async () => {
    await Promise.all([load(), load(), load(), load()])
    expect(readdirSync(dataDir)).toEqual(['seal.json'])
    await load()
  })

  it('that an earlier version kept in clear is taken over, and lies wrapped from then on', async () => {
    const clear = await createSelfSignedSeal('Earlier', new Date('2026-01-01T00:00:00Z'))
    writeFileSync(path(), JSON.stringify(clear), { mode: 0o600 })
    await Promise.all([load(), load(), load()])
    expect(text()).not.toContain('PRIVATE KEY')
    expect(certificate()).toBe(clear.certificate_pem)
    expect(readdirSync(dataDir)).toEqual(['seal.json'])
    await load()
  })

  it('is wrapped anew by another master key, and the old one can go', async () => {
    await load()
    const before = certificate()
    await load({ second, first }, 'second')
    await load({ second }, 'second')
    expect(certificate()).toBe(before)
  })

  it('that does not open is named, and nothing is written', async () => {
    await load()
    const before = text()
    await expect(load({ second }, 'second')).rejects.toThrow(/seal.json does not open.*MASTER_KEY/)
    expect(text()).toBe(before)
    const broken = JSON.parse(before) as { sealed_key: string }
    const bytes = Buffer.from(broken.sealed_key, 'base64')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    writeFileSync(path(), JSON.stringify({ ...broken, sealed_key: bytes.toString('base64') }))
    await expect(load()).rejects.toThrow(/seal.json does not open/)
  })
})
