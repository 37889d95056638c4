-- A clock for tests: the first argument. Keys live for a day, since Redis expires them by its own time.
local now, first, spare = tonumber(ARGV[1]), 2, 86400 -- luacheck: ignore 211
