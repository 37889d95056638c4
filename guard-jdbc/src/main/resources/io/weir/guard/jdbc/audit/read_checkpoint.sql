select seq, hash, signature
from weir_audit_checkpoint
