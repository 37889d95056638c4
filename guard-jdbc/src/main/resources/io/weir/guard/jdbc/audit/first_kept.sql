select min(seq)
from weir_audit
where at >= :before
