/** What decides about files for banks, as `guarded.store.ts` has all others. */
export const GUARDED_FILES = [
  {
    table: 'bank_channel',
    key: ['channel_uuid'],
    columns: ['currency', 'pays', 'format', 'setup', 'proposed_by', 'confirmed_by', 'closed_by'],
    explained: [{ entity: 'bank_channel' }],
    announced: true,
  },
  {
    table: 'bank_batch',
    key: ['batch_uuid'],
    columns: [
      'channel_uuid',
      'status',
      'number',
      'due_on',
      'currency',
      'payments',
      'total_minor',
      'file_uuid',
      'file_sha256',
      'made_by',
      'answered_by',
    ],
    explained: [{ entity: 'bank_batch' }],
    announced: true,
  },
  {
    table: 'bank_batch_line',
    key: ['batch_uuid', 'attempt_uuid'],
    columns: ['reference', 'amount_minor', 'counts'],
    explained: [{ entity: 'bank_batch', by: 't.batch_uuid' }],
  },
  {
    table: 'bank_answer',
    key: ['answer_uuid'],
    columns: ['channel_uuid', 'file_uuid', 'file_sha256', 'given_by'],
    explained: [{ entity: 'bank_answer' }],
    announced: true,
  },
] as const
