-- Who may read a contract by a mailed link without being one of its two parties. One row of a contract and an address: sharing again gives the
-- row another link, and the one before finds nothing any more. Of the link's token the digest is kept.
create table contract_share (
  share_uuid uuid primary key,
  contract_uuid uuid not null,
  employer_uuid uuid not null,
  contractor_sub text not null references person (sub),
  viewer_email text not null,
  shared_by text not null references person (sub),
  shared_at timestamptz not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  link_sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > link_sent_at),
  revoked_at timestamptz,
  unique (contract_uuid, viewer_email),
  unique (share_uuid, employer_uuid),
  foreign key (contract_uuid, employer_uuid) references contract (contract_uuid, employer_uuid)
);
call app.protect('contract_share', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
create index contract_share_employer on contract_share (employer_uuid);

-- Each time that such a link was opened. The network address is whose who viewed: it is kept for us, should a link be misused, and no tenant reads it.
create table contract_share_view (
  view_uuid uuid primary key,
  share_uuid uuid not null,
  employer_uuid uuid not null,
  contractor_sub text not null references person (sub),
  viewed_at timestamptz not null,
  what text not null check (what in ('text', 'pdf')),
  address text not null,
  foreign key (share_uuid, employer_uuid) references contract_share (share_uuid, employer_uuid)
);
call app.protect('contract_share_view', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.append_only('contract_share_view');
create index contract_share_view_of on contract_share_view (share_uuid, viewed_at desc);

-- Tenants find no link by its digest; who has a link is nobody's tenant.
grant select (share_uuid, contract_uuid, employer_uuid, contractor_sub, viewer_email, shared_by, shared_at, link_sent_at, expires_at, revoked_at)
  on contract_share to corridor_app;
grant insert on contract_share to corridor_app;
grant update (shared_by, shared_at, token_hash, link_sent_at, expires_at, revoked_at) on contract_share to corridor_app;
grant select (token_hash) on contract_share to corridor_operations;
grant select (view_uuid, share_uuid, employer_uuid, contractor_sub, viewed_at, what) on contract_share_view to corridor_app;
grant select (address), insert on contract_share_view to corridor_operations;
