/** What decides about dates, prices and access beside contracts and people, as `guarded.store.ts` has all others. */
export const GUARDED_TERMS = [
  {
    table: 'holiday_calendar',
    key: ['employer_uuid', 'version'],
    columns: [
      ...['country_code', 'subdivision_code', 'holiday_policy', 'holidays'],
      ...['created_at', 'created_by'],
    ],
    explained: [{ entity: 'holiday_calendar', by: 't.employer_uuid' }],
    announced: true,
    fixed: true,
  },
  {
    table: 'price_list',
    key: ['price_list_uuid'],
    columns: [
      ...['employer_uuid', 'currency', 'contractor_minor', 'payment_prices', 'margin_bps'],
      ...['tax_bps', 'set_by', 'set_at'],
    ],
    explained: [{ entity: 'employer', by: 't.employer_uuid' }],
    announced: true,
    fixed: true,
  },
  {
    table: 'deduction',
    key: ['deduction_uuid'],
    columns: [
      ...['employer_uuid', 'line_item_uuid', 'contractor_sub', 'currency', 'amount_minor'],
      ...['asked_by', 'answer_by', 'status'],
    ],
    explained: [
      { entity: 'deduction', by: 't.line_item_uuid' },
      // One that was agreed to is taken off a pay with its entry.
      { entity: 'line_item', by: 't.line_item_uuid' },
    ],
    announced: true,
  },
  {
    table: 'api_key',
    key: ['key_uuid'],
    columns: [
      ...['employer_uuid', "encode(t.secret_hash, 'hex')", 'scopes', 'sandbox', 'addresses'],
      ...['created_by', 'expires_at', 'revoked_at', 'replaced_by'],
    ],
    explained: [{ entity: 'api_key' }],
    announced: true,
  },
] as const
