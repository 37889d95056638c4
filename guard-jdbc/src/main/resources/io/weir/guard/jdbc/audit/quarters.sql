select quarter
from weir_guard_key
order by quarter
