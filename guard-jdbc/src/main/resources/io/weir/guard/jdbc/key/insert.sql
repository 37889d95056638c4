insert into weir_api_key (
  id, name, owner, tenant, tier, own_limit, scopes, networks, counters, environment,
  created_at, created_by, expires_at, disabled_at, revoked_at, request_id, change_no
) values (
  :id, :name, :owner, :tenant, :tier, :own_limit, :scopes, :networks, :counters, :environment,
  :created_at, :created_by, :expires_at, :disabled_at, :revoked_at, :request_id, :change_no
)
