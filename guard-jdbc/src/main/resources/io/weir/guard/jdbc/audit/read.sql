select seq, at, node, kind, actor, subject, outcome, times, detail, hash
from weir_audit
where seq > :after
  and (:kind = '' or kind = :kind)
  and (:actor = '' or actor = :actor)
  and (:subject = '' or subject = :subject)
  and at >= :from
  and at < :until
order by seq
fetch first :most rows only
