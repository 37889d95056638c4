select k.id, k.name, k.owner, k.tenant, k.tier, k.own_limit, k.scopes, k.networks, k.counters, k.environment,
       k.created_at, k.created_by, k.expires_at, k.disabled_at, k.revoked_at, k.last_used_at, k.uses, k.request_id,
       k.change_no, s.hash, s.hint, s.created_at as secret_created_at, s.valid_until
from weir_api_key k
left join weir_api_key_secret s on s.key_id = k.id
where k.id = :id
order by k.id, s.place
