/**
 * Personal values are sealed before they reach the database: AES-256-GCM under a data key that the master key wraps, bound to
 * table, column and row, so that a copy of one in another place does not open. What is compared has a blind index beside it.
 *
 * A sealed value is text: `sealed:<id of the master key>:<base64url of wrapped data key 60 | box>`.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { GatewayError } from '../gateways/gateway-error.ts'
import { ConfigError } from './config.ts'
import { type Database, SYSTEM, type Tx, transact } from './db.ts'
import {
  BOX_OVERHEAD,
  decryptContent,
  encryptContent,
  KEY_BYTES,
  type MasterKeys,
  unwrapKey,
  wrapKey,
} from './master-keys.ts'

/**
 * Every column that holds sealed values, with the columns that name its row. Bringing them up to date takes them in this order
 * (seal-rows.ts), so that the last is up to date only when all are.
 */
export const SEALED_COLUMNS = {
  'person.phone_number': ['sub'],
  'person.mailing_address': ['sub'],
  'contractor.permanent_address': ['sub'],
  'contractor.mailing_address': ['sub'],
  'employer.registered_address': ['employer_uuid'],
  'company_details.record': ['employer_uuid'],
  'former_details.record': ['former_uuid'],
  'tax_form.answers': ['form_uuid'],
  'contract_draft.entry': ['contract_uuid'],
  'contract.sealed_decline_reason': ['contract_uuid'],
  'contract.sealed_end_reason': ['contract_uuid'],
  'person.sealed_suspension': ['sub'],
  'employer.sealed_suspension': ['employer_uuid'],
  'person.sealed_told': ['sub'],
  'employer.sealed_told': ['employer_uuid'],
  'contractor.sealed_reason': ['sub'],
  'employer.sealed_reason': ['employer_uuid'],
  'identity_document.sealed_reason': ['document_uuid'],
  'client.details': ['client_uuid'],
  'invoice.record': ['invoice_uuid'],
  'identity_document.number': ['document_uuid'],
  'identity_document.birth_date': ['document_uuid'],
  'stored_file.sealed_name': ['file_uuid'],
  'suspense_receipt.payer': ['receipt_uuid'],
  'bank_entry.party': ['entry_uuid'],
  'message.subject': ['message_uuid'],
  'message.full_text': ['message_uuid'],
  'notification.data': ['notification_uuid'],
  'destination.bank': ['destination_uuid'],
  'payment_attempt.payee': ['attempt_uuid'],
  'bank_channel.setup': ['channel_uuid'],
  'employer_account.bank': ['account_uuid'],
  'ended_relation.record': ['employer_uuid', 'contractor_sub'],
  'screening_hit.subject': ['hit_uuid'],
  'screening_hit.words': ['hit_uuid'],
  'idempotency_key.response': ['actor_sub', 'key'],
  'webhook.secret': ['webhook_uuid'],
  'webhook.previous_secret': ['webhook_uuid'],
  'outbox_event.secret': ['event_uuid'],
  'field_key.sealed': ['name'],
} as const satisfies Record<string, readonly string[]>

/** Where a sealed value stands; a job's payload is a place as well. */
export type SealedPlace = keyof typeof SEALED_COLUMNS | 'job.send_mail'

export type FieldCipher = {
  /** Seals a text for one place in one row. An empty text stays empty: it says nothing. */
  seal(place: SealedPlace, id: string, text: string): string
  /** The text that was sealed for this place and row; throws GatewayError FIELD_UNREADABLE for anything else. */
  open(place: SealedPlace, id: string, sealed: string): string
  /** Wraps what an older master key wrapped by the current one; undefined for what already is so. */
  rewrap(sealed: string): string | undefined
  /** What every value wrapped by the current master key begins with. */
  readonly prefix: string
  /** The same 32 bytes for the same text, as long as the database lives; nobody without its key can tell which text. */
  blindIndex(purpose: string, text: string): Buffer
}

/** A transaction with what opens and seals the fields in it: what stores of personal values are given. */
export type PrivateTx = { readonly tx: Tx; readonly fields: FieldCipher }

const WRAPPED_BYTES = BOX_OVERHEAD + KEY_BYTES
const WRAP_CONTEXT = 'fields'
/** In base64url three bytes are four letters, so that what is behind the wrapped key begins with a letter of its own. */
const WRAPPED_LETTERS = (WRAPPED_BYTES / 3) * 4

/**
 * SQL for what a sealed column of the row `t` holds without what wraps it: another master key leaves it as it is. Counted from where it begins, since a short
 * text has a short box, whose last letters in a fixed number reach into the wrapped key.
 */
export function boxOf(column: string): string {
  return `substr(split_part(t.${column}, ':', 3), ${WRAPPED_LETTERS + 1})`
}
const INDEX_KEY = 'blind index'
/** Nonces are random: far below the 2^32 contents that one key may have (NIST SP 800-38D, 8.3). */
const MOST_PER_KEY = 2 ** 24
const MOST_CACHED = 4096

/**
 * The cipher of a database; makes the key of its blind indexes when it has none. Throws ConfigError when the master keys are not
 * those of this database.
 */
export async function openFieldCipher(db: Database, masterKeys: MasterKeys): Promise<FieldCipher> {
  const sealing = sealingUnder(masterKeys)
  const made = sealing.seal('field_key.sealed', INDEX_KEY, randomBytes(KEY_BYTES).toString('hex'))
  const kept = await transact(db, SYSTEM, async tx => {
    // Of several processes that start together one makes the key and all read that one.
    await tx
      .insertInto('field_key')
      .values({ name: INDEX_KEY, sealed: made })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const { rows } = await sql<{ sealed: string }>`
      select sealed from field_key where name = ${INDEX_KEY}`.execute(tx)
    return rows[0]?.sealed ?? ''
  })
  const key = indexKey(sealing, kept)
  return {
    ...sealing,
    blindIndex: (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest(),
  }
}

function indexKey(sealing: Pick<FieldCipher, 'open'>, kept: string): Buffer {
  try {
    return Buffer.from(sealing.open('field_key.sealed', INDEX_KEY, kept), 'hex')
  } catch (cause) {
    throw new ConfigError(
      'MASTER_KEY is not the one of this database: what is sealed in it does not open. Give the key that it was started with, alone or behind a new one after a comma.',
      { cause },
    )
  }
}

function sealingUnder(masterKeys: MasterKeys): Omit<FieldCipher, 'blindIndex'> {
  const opened = new Map<string, Buffer>()
  const prefix = prefixOf(masterKeys.current)
  let own = newDataKey(masterKeys)
  const dataKeyOf = (keyId: string, wrapped: Buffer): Buffer => {
    const name = wrapped.toString('latin1')
    const known = opened.get(name)
    if (known) return known
    const key = unwrapKey(masterKeys, { keyId, wrapped }, WRAP_CONTEXT)
    if (!key) throw unreadable()
    if (opened.size >= MOST_CACHED) opened.clear()
    opened.set(name, key)
    return key
  }
  return {
    prefix,
    seal(place, id, text) {
      if (text === '') return ''
      if (own.uses >= MOST_PER_KEY) own = newDataKey(masterKeys)
      own.uses += 1
      const box = encryptContent(own.key, Buffer.from(text), contextOf(place, id))
      return prefix + Buffer.concat([own.wrapped, box]).toString('base64url')
    },
    open(place, id, sealed) {
      if (sealed === '') return ''
      const { keyId, wrapped, box } = split(sealed)
      const content = decryptContent(dataKeyOf(keyId, wrapped), box, contextOf(place, id))
      if (!content) throw unreadable()
      return content.toString()
    },
    rewrap(sealed) {
      if (sealed.startsWith(prefix)) return undefined
      const { keyId, wrapped, box } = split(sealed)
      const anew = wrapKey(masterKeys, dataKeyOf(keyId, wrapped), WRAP_CONTEXT)
      return prefix + Buffer.concat([anew.wrapped, box]).toString('base64url')
    },
  }
}

function newDataKey(masterKeys: MasterKeys) {
  const key = randomBytes(KEY_BYTES)
  return { key, uses: 0, wrapped: wrapKey(masterKeys, key, WRAP_CONTEXT).wrapped }
}

function prefixOf(keyId: string): string {
  return `sealed:${keyId}:`
}

function contextOf(place: SealedPlace, id: string): string {
  return `field\0${place}\0${id}`
}

function split(sealed: string): { keyId: string; wrapped: Buffer; box: Buffer } {
  const [, keyId = '', body = ''] = /^sealed:([^:]+):([\w-]+)$/.exec(sealed) ?? []
  const bytes = Buffer.from(body, 'base64url')
  if (bytes.length < WRAPPED_BYTES + BOX_OVERHEAD) throw unreadable()
  return {
    keyId,
    wrapped: bytes.subarray(0, WRAPPED_BYTES),
    box: bytes.subarray(WRAPPED_BYTES),
  }
}

function unreadable(): GatewayError {
  return new GatewayError(
    'FIELD_UNREADABLE',
    'A sealed value does not open: it was altered, or stands in another place than it was sealed for.',
    { retriable: false },
  )
}
