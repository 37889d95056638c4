-- What Redis offers to scripts, for luacheck and editors.
std = "lua51"
read_globals = { "redis", "KEYS", "ARGV", "struct" }
max_line_length = 120

-- Numbers are compared as `not (x < limit)`, which is also true for NaN.
ignore = { "581" }
