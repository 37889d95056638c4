insert into weir_api_key_secret (hash, key_id, place, hint, created_at, valid_until)
values (:hash, :key_id, :place, :hint, :created_at, :valid_until)
