update weir_api_key
set name = :name, owner = :owner, tenant = :tenant, tier = :tier, own_limit = :own_limit, scopes = :scopes,
    networks = :networks, counters = :counters, environment = :environment, created_at = :created_at,
    created_by = :created_by, expires_at = :expires_at, disabled_at = :disabled_at, revoked_at = :revoked_at,
    request_id = :request_id, change_no = :change_no
where id = :id
