/** Whom a contractor invoices. */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Client } from '#contract/invoicing-shapes.ts'
import { MOST_CLIENTS } from '#domain/invoicing/invoice.ts'
import { assert } from '#domain/kernel/assert.ts'
import { isToken } from '#domain/kernel/currency.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { newUuid } from '../kernel/ids.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { checkAddress, presentAddress } from '../reference/addresses.ts'
import { findCurrency } from '../reference/currencies.ts'
import {
  archiveClientRow,
  type ClientRow,
  countClients,
  findClient,
  holdBooks,
  insertClient,
  listClientRows,
  updateClient,
} from './client.store.ts'
import { endRepeatsTo } from './repeat.store.ts'

type Shown = z.output<typeof Client>
type Given = z.output<(typeof invoicing)['createClient']['body']>
type Changed = z.output<(typeof invoicing)['putClient']['body']>

/** Where a client names no currency: most of the world's invoices between countries are in it. */
const USUAL_CURRENCY = 'USD'

/** A page of the acting contractor's clients, newest first; those that say the text, where one is looked for. */
export async function listClients(
  ctx: Ctx,
  {
    limit,
    cursor,
    search,
  }: { limit: number; cursor?: string | undefined; search?: string | undefined },
): Promise<{ items: Shown[]; next_cursor: string | null }> {
  const [after] = decodeCursor(cursor, IdKey) ?? []
  const found = await listClientRows(ctx, ctx.actor.sub, { after, search, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, row => [row.client_uuid])
  return { items: rows.map(presentClient), next_cursor }
}

/** A client of the acting contractor as their list shows it; NOT_FOUND for one that was taken out of it. */
export async function showClient(ctx: Ctx, client_uuid: string): Promise<Shown> {
  const { archived, ...client } = await getClient(ctx, client_uuid)
  if (archived) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchClient')
  return presentClient(client)
}

/** Adds a client; CONFLICT for one more than a contractor keeps. */
export async function createClient(ctx: Ctx, given: Given): Promise<Shown> {
  if ((await countClients(ctx.tx, ctx.actor.sub)) >= MOST_CLIENTS)
    throw new Problem('CONFLICT', 'invoicing.problems.tooManyClients', {
      params: { most: MOST_CLIENTS },
    })
  const row = rowOf(newUuid(), given, USUAL_CURRENCY)
  await insertClient(ctx, { ...row, contractor_sub: ctx.actor.sub, created_at: ctx.now })
  record(ctx, 'create_client', row.client_uuid)
  return presentClient(row)
}

/** Keeps a client as it is given; what was sent to them stays as it was. The same again changes nothing; CONFLICT where they are not as they were `seen`. */
export async function putClient(
  ctx: Ctx,
  client_uuid: string,
  { seen, ...given }: Changed,
): Promise<Shown> {
  await holdBooks(ctx.tx, ctx.actor.sub)
  const { archived: _, ...before } = await getClient(ctx, client_uuid)
  const row = rowOf(client_uuid, given, before.currency)
  if (presentClient(row).version === presentClient(before).version) return presentClient(row)
  requireSeen(seen, presentClient(before).version)
  await updateClient(ctx, row)
  record(ctx, 'change_client', client_uuid)
  return presentClient(row)
}

/** Takes a client out of the list, and ends what was to be written to them by itself; again changes nothing. */
export async function archiveClient(ctx: Ctx, client_uuid: string): Promise<{ ok: true }> {
  await holdBooks(ctx.tx, ctx.actor.sub)
  await getClient(ctx, client_uuid)
  if (await archiveClientRow(ctx.tx, ctx.actor.sub, client_uuid, ctx.now))
    record(ctx, 'archive_client', client_uuid)
  const entity_uuids = await endRepeatsTo(ctx.tx, client_uuid, ctx.now)
  if (entity_uuids.length > 0)
    ctx.audit({ action: 'end_repeat', entity: 'invoice', entity_uuids, employer_uuid: null })
  return { ok: true }
}

/** A client of the acting contractor, or NOT_FOUND. */
export async function getClient(
  ctx: Ctx,
  client_uuid: string,
): Promise<ClientRow & { readonly archived: boolean }> {
  const client = await findClient(ctx, ctx.actor.sub, client_uuid)
  if (!client) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchClient')
  return client
}

/** A client as the specification spells it. */
export function presentClient(row: ClientRow): Shown {
  const { client_uuid: uuid, client_name, company_name, phone_number, email } = row
  const address = presentAddress(row.address)
  assert(address, 'a client has an address')
  const { currency, tax_number } = row
  const shown = {
    ...{ uuid, client_name, company_name, phone_number, email, address, currency, tax_number },
  }
  return { ...shown, version: versionOf(shown) }
}

/** Throws VALIDATION unless banks pay in the currency: an invoice in a token is none that a tax office takes. */
export function requireBankCurrency(currency: string): void {
  if (!findCurrency(currency) || isToken(currency))
    throw invalidField('currency', 'invoicing.problems.currency')
}

function rowOf(client_uuid: string, given: Given, otherwise: string): ClientRow {
  const { currency = otherwise, address, ...rest } = given
  requireBankCurrency(currency)
  return { ...rest, client_uuid, currency, address: checkAddress(address, ['address']) }
}

function record(ctx: Ctx, action: string, client_uuid: string): void {
  ctx.audit({ action, entity: 'client', entity_uuids: [client_uuid], employer_uuid: null })
}
