select seq, hash
from weir_audit
where seq <= :last
order by seq desc
fetch first 1 rows only
