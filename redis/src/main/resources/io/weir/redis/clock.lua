-- Redis's own clock, read once for all that a script does.
-- now: epoch microseconds. first: where the arguments begin. spare: how many seconds a key outlives its use.

local time = redis.call('TIME')
local now, first, spare = time[1] * 1000000 + time[2], 1, 1
