-- One row. Its lock orders all writers, so change numbers and the rows of the audit become visible in their order.
create table weir_guard_state (
  id smallint primary key check (id = 1),
  change_no bigint not null,
  audit_seq bigint not null,
  audit_hash varchar(80) not null,
  pepper_check varchar(80) not null
);

insert into weir_guard_state (id, change_no, audit_seq, audit_hash, pepper_check) values (1, 0, 0, '', '');

create table weir_api_key (
  id varchar(64) primary key,
  name varchar(100) not null,
  owner varchar(200) not null,
  tenant varchar(200),
  tier varchar(100),
  own_limit varchar(200),
  scopes varchar(2002) not null,
  networks varchar(2000) not null,
  counters varchar(2000) not null,
  environment varchar(4) not null check (environment in ('live', 'test')),
  created_at timestamp(6) with time zone not null,
  created_by varchar(100) not null,
  expires_at timestamp(6) with time zone,
  disabled_at timestamp(6) with time zone,
  revoked_at timestamp(6) with time zone,
  last_used_at timestamp(6) with time zone,
  uses bigint default 0 not null,
  request_id varchar(200) unique,
  change_no bigint not null
);

create index weir_api_key_change on weir_api_key (change_no, id);
create index weir_api_key_owner on weir_api_key (owner, id);

create table weir_api_key_secret (
  hash varchar(80) primary key,
  key_id varchar(64) not null references weir_api_key (id),
  place smallint not null,
  hint varchar(40) not null,
  created_at timestamp(6) with time zone not null,
  valid_until timestamp(6) with time zone
);

create index weir_api_key_secret_key on weir_api_key_secret (key_id, place);

create table weir_audit (
  seq bigint primary key,
  at timestamp(6) with time zone not null,
  node varchar(100) not null,
  kind varchar(60) not null,
  actor varchar(200) not null,
  subject varchar(300) not null,
  outcome varchar(20) not null,
  times bigint not null,
  detail varchar(4000) not null,
  hash varchar(80) not null
);

create index weir_audit_kind on weir_audit (kind, seq);
create index weir_audit_subject on weir_audit (subject, seq);
create index weir_audit_at on weir_audit (at);

-- How far the audit was pruned, with a signature; one row at most.
create table weir_audit_checkpoint (
  id smallint primary key check (id = 1),
  seq bigint not null,
  hash varchar(80) not null,
  signature varchar(80) not null
);

-- Random texts behind the pseudonyms in the audit, by quarter of the year.
create table weir_guard_key (
  quarter varchar(6) primary key,
  secret varchar(64) not null
);
