select min(seq) as seq, min(at) as at
from weir_audit
