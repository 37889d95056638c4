update weir_api_key
set uses = uses + :uses, last_used_at = greatest(coalesce(last_used_at, :last_used_at), :last_used_at)
where id = :id
