select count(*)
from weir_api_key
where revoked_at is null
  and disabled_at is null
  and (expires_at is null or expires_at > :now)
  and scopes like :scope
