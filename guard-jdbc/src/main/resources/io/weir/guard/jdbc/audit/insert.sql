insert into weir_audit (seq, at, node, kind, actor, subject, outcome, times, detail, hash)
values (:seq, :at, :node, :kind, :actor, :subject, :outcome, :times, :detail, :hash)
