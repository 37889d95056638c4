update weir_guard_state
set change_no = :change_no, audit_seq = :audit_seq, audit_hash = :audit_hash, pepper_check = :pepper_check
where id = 1
