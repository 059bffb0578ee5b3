/** The laws of files for banks, as queries that name what violates them. */
import { type RawBuilder, sql } from 'kysely'

/** Files whose totals are not those of their attempts, whose content is not kept, or that left without a second person. */
export function filesAreWhole(asked: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select 'file ' || b.batch_uuid || ': ' || b.payments || ' payments of ' || b.total_minor || ', its attempts ' || l.n || ' of ' || l.minor
        || ', ' || l.wrong || ' wrong, released by ' || coalesce(b.answered_by, 'nobody') violation
      from bank_batch b left join stored_file f on f.file_uuid = b.file_uuid and f.removed_at is null and f.sha256 = b.file_sha256
        cross join lateral (select count(*) n, coalesce(sum(l.amount_minor), 0) minor,
          count(*) filter (where a.amount_minor <> l.amount_minor or a.currency <> b.currency or a.channel_uuid is distinct from b.channel_uuid
            or l.counts <> (b.status in ('WAITING', 'RELEASED')) or (b.status = 'RELEASED' and a.outcome is null)) wrong
          from bank_batch_line l join payment_attempt a using (attempt_uuid) where l.batch_uuid = b.batch_uuid) l
      where ${asked} and (l.n <> b.payments or l.minor <> b.total_minor or l.wrong > 0
        or f.file_uuid is null or (b.status = 'RELEASED' and (b.answered_by is null or b.answered_by = b.made_by)))`
}

/** Attempts that stand in two files that count or were sent without one, and files whose number nobody gave out. */
export function inOneFile(
  askedPayment: RawBuilder<boolean>,
  askedFile: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`select 'payment ' || a.payment_uuid || ': attempt ' || a.attempt_uuid || ' stands in ' || count(b.batch_uuid) || ' files that count' violation
      from payment_attempt a left join bank_batch_line l on l.attempt_uuid = a.attempt_uuid and l.counts
        left join bank_batch b on b.batch_uuid = l.batch_uuid and (b.status = 'RELEASED' or a.outcome is null)
      where ${askedPayment} and a.channel_uuid is not null
      group by a.payment_uuid, a.attempt_uuid, a.outcome
      having count(b.batch_uuid) > 1 or (a.outcome in ('SENT', 'RETURNED') and count(b.batch_uuid) <> 1)
    union all
    select 'file ' || b.batch_uuid || ': its number ' || b.number || ' was not given out' from bank_batch b left join bank_number n using (sequence)
      where ${askedFile} and (n.last is null or b.number > n.last)`
}
