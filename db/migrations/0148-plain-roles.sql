-- A role is one line in one way of writing it, so that two that look alike are one, and one contract of it runs. What stands is left.
alter table contract add constraint contract_role_is_plain check (role = btrim(regexp_replace(normalize(role, NFKC), '\s+', ' ', 'g'))) not valid;
