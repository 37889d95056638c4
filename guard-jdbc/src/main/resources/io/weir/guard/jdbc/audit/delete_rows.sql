delete from weir_audit
where seq <= :seq
