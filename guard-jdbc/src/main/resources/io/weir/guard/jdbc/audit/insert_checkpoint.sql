insert into weir_audit_checkpoint (id, seq, hash, signature)
values (1, :seq, :hash, :signature)
