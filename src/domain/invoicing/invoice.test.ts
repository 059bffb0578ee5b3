import { describe, expect, it } from 'vitest'
import { actionsOf, invoiceNumber, isOverdue, lackingOf, type SendableDraft } from './invoice.ts'
import { INVOICE_STATUSES, owedOf, type Standing } from './settlement.ts'

const WHOLE: SendableDraft = {
  ...{ kind: 'INVOICE', total_minor: 295_200n, creditable_minor: null, line_item_uuid: null },
  client_uuid: 'a',
  start_date: '2026-11-09',
  end_date: '2026-11-22',
  due_date: '2026-12-08',
  tax_bps: 2300,
  tax_number: 'PL0001234567',
  tax_category: null,
  items: [{ description: 'Firmware', amount_minor: 240_000n, apply_taxes: true }],
}
const standing = (change: Partial<Standing> = {}) => ({
  ...{ kind: 'INVOICE' as const, status: 'SENT' as const },
  ...{ total_minor: 100n, paid_minor: 0n, credited_minor: 0n },
  ...change,
})
const lacks = (change: Partial<SendableDraft>) =>
  lackingOf({ ...WHOLE, ...change }, '2026-11-24').map(({ said }) => said.text)

describe('an invoice', () => {
  it.each([
    ['Łukasz', 'Wiśniewski', 'LW-2026-014'],
    ['Amara', 'Okafor', 'AO-2026-014'],
    ['Émile', 'Øst', 'EO-2026-014'],
    ['Wei', '王', 'W-2026-014'],
    ['伟', '王', '2026-014'],
  ])('of %s %s is numbered %s', (first_name, last_name, number) => {
    expect(invoiceNumber({ first_name, last_name }, 2026, 14)).toBe(number)
  })

  it('is overdue from the day after it was due, as long as something is owed', () => {
    const overdue = (change: Partial<Standing>, today: string) =>
      isOverdue({ ...standing(change), due_date: '2026-12-08' }, today)
    expect(overdue({}, '2026-12-08')).toBe(false)
    expect(overdue({}, '2026-12-09')).toBe(true)
    expect(overdue({ status: 'PARTIALLY_PAID', paid_minor: 40n }, '2026-12-09')).toBe(true)
    expect(overdue({ kind: 'CREDIT_NOTE' }, '2026-12-09')).toBe(false)
    for (const status of ['CREATED', 'PAID', 'VOID'] as const)
      expect(overdue({ status, paid_minor: 100n }, '2027-01-01')).toBe(false)
  })

  it('is owed but for what was paid and credited, once it is sent and until it is void', () => {
    const owed = INVOICE_STATUSES.map(status =>
      owedOf(standing({ status, paid_minor: 40n, credited_minor: 10n })),
    )
    expect(owed).toEqual([0n, 50n, 50n, 50n, 0n])
  })

  it('is changed only before it is sent, and void only where nobody paid or was credited', () => {
    const actions = (change: Partial<Standing>, open_links = 0) =>
      actionsOf({ ...standing(change), open_links, line_item_uuid: null })
    expect(actions({ status: 'CREATED' })).toEqual(['edit', 'send', 'void'])
    expect(actions({}, 1)).toEqual(['record_payment', 'remind', 'credit', 'void', 'revoke_link'])
    expect(actions({ credited_minor: 10n })).toEqual(['record_payment', 'remind', 'credit'])
    expect(actions({ status: 'PAID', paid_minor: 100n })).toEqual(['credit'])
    const returned = { status: 'PAID', paid_minor: 100n, credited_minor: 30n } as const
    expect(actions(returned)).toEqual(['record_refund', 'credit'])
    expect(actions({ kind: 'CREDIT_NOTE' }, 1)).toEqual(['revoke_link'])
  })
})

describe('a draft', () => {
  it('can be sent when it is whole', () => expect(lacks({})).toEqual([]))

  it('lacks what is not there', () => {
    const none = { client_uuid: null, start_date: null, end_date: null, due_date: null, items: [] }
    expect(lacks(none)).toEqual(
      ['client', 'start', 'end', 'due', 'items'].map(key => `invoicing.lacking.${key}`),
    )
  })

  it('of a credit note is due on no day, and within what its invoice has left', () => {
    const note = { kind: 'CREDIT_NOTE', due_date: '2026-01-01' } as const
    expect(lacks({ ...note, creditable_minor: 295_200n })).toEqual([])
    expect(lacks({ ...note, creditable_minor: 295_199n })).toEqual(['invoicing.lacking.creditable'])
    // Its invoice was made void, or another note took all of it.
    expect(lacks({ ...note, creditable_minor: 0n })).toEqual([
      'invoicing.lacking.nothingCreditable',
    ])
  })

  it('is due today or later, for work that ended after it began', () => {
    expect(lacks({ due_date: '2026-11-23' })).toEqual(['invoicing.lacking.duePast'])
    expect(lacks({ due_date: '2026-11-24' })).toEqual([])
    expect(lacks({ end_date: '2026-11-08' })).toEqual(['invoicing.lacking.order'])
  })

  it('names what each item is for and how much it is', () => {
    const items = [{ description: '', amount_minor: 0n, apply_taxes: false }]
    expect(lacks({ items })).toEqual(['invoicing.lacking.description', 'invoicing.lacking.amount'])
  })

  it('needs a tax number only where it asks for tax', () => {
    expect(lacks({ tax_number: '' })).toEqual(['invoicing.lacking.taxNumber'])
    expect(lacks({ tax_number: '', tax_bps: 0 })).toEqual([])
    const items = [{ description: 'Travel', amount_minor: 1n, apply_taxes: false }]
    expect(lacks({ tax_number: '', items })).toEqual([])
  })

  it('that says why it asks for no tax has a number, but outside the scope of the tax', () => {
    const untaxed = { tax_number: '', tax_bps: 0 }
    for (const tax_category of ['AE', 'E', 'Z'] as const)
      expect(lacks({ ...untaxed, tax_category })).toEqual(['invoicing.lacking.taxNumber'])
    expect(lacks({ ...untaxed, tax_category: 'O' })).toEqual([])
  })

  it('has nothing taxed beside what is outside the scope', () => {
    expect(lacks({ tax_category: 'O' })).toEqual(['invoicing.lacking.mixedScope'])
    expect(lacks({ tax_category: 'E' })).toEqual([])
  })
})
