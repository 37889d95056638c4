delete from weir_api_key_secret
where key_id = :id
