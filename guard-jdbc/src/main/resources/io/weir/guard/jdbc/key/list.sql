select k.id, k.name, k.owner, k.tenant, k.tier, k.own_limit, k.scopes, k.networks, k.counters, k.environment,
       k.created_at, k.created_by, k.expires_at, k.disabled_at, k.revoked_at, k.last_used_at, k.uses, k.request_id,
       k.change_no, s.hash, s.hint, s.created_at as secret_created_at, s.valid_until
from (
  select *
  from weir_api_key
  where id > :after
    and (:owner = '' or owner = :owner)
    and (:state = '' or :state = case
      when revoked_at is not null then 'revoked'
      when expires_at <= :at then 'expired'
      when disabled_at is not null then 'disabled'
      else 'active'
    end)
  order by id
  fetch first :most rows only
) k
left join weir_api_key_secret s on s.key_id = k.id
order by k.id, s.place
