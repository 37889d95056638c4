insert into weir_guard_key (quarter, secret)
values (:quarter, :secret)
