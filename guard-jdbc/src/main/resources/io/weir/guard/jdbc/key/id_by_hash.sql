select key_id
from weir_api_key_secret
where hash = :hash
