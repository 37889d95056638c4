delete from weir_guard_key
where quarter = :quarter
