select change_no, audit_seq, audit_hash, pepper_check
from weir_guard_state
where id = 1
