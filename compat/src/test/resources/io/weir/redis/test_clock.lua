-- A clock for tests: the first argument. Keys live for a day, since their time is not Redis's.
local now, first, spare = tonumber(ARGV[1]), 2, 86400
