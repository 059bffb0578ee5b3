-- For how many days a key was made. Its end says it no more once another took its place: replaced a second time, since the answer was lost, the
-- next one worked for the seven days of the overlap and not for as long as the first. Null of what a process of before makes.
alter table api_key add column days int check (days between 1 and 366);
grant select (days) on api_key to corridor_app;
update api_key set days = least(366, greatest(1, round(extract(epoch from expires_at - created_at) / 86400)));
