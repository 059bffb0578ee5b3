-- Sealed words are of what is said beside them (decision 0146). A process of before writes another status, or words in clear, and knows of no sealed ones: those of
-- before would be shown for what it decided. Whatever is written of either without them takes them away, the same value again included: it is said anew.
-- The job that seals what they write in clear runs each hour, and not each night, as 0164 says.
create function app.drop_stale_words() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  if tg_table_name = 'contract' then new.sealed_decline_reason := null;
  else new.sealed_reason := null;
  end if;
  return new;
end $$;
create trigger stale_words before update of verification, verification_reason on contractor for each row
  when (old.sealed_reason = new.sealed_reason) execute function app.drop_stale_words();
create trigger stale_words before update of verification, verification_reason on employer for each row
  when (old.sealed_reason = new.sealed_reason) execute function app.drop_stale_words();
create trigger stale_words before update of status, reason, reason_code on identity_document for each row
  when (old.sealed_reason = new.sealed_reason) execute function app.drop_stale_words();
-- A contract that was declined is discarded with the words of its decline, which stay known of it.
create trigger stale_words before update of status, decline_reason on contract for each row
  when (old.sealed_decline_reason = new.sealed_decline_reason
    and (new.decline_reason <> old.decline_reason or new.status not in ('REJECTED', 'DISCARDED')))
  execute function app.drop_stale_words();
-- Those that went stale before. Nothing is said of who is verified, nor of a paper that is not rejected.
update contractor set sealed_reason = null where sealed_reason is not null and verification = 'VERIFIED';
update employer set sealed_reason = null where sealed_reason is not null and verification = 'VERIFIED';
update identity_document set sealed_reason = null where sealed_reason is not null and status <> 'REJECTED';
