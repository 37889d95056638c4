-- Charges calls that are all alike, of one enforced charge on a counter that is a text: the fast way for a lone call.
-- KEYS: the counter.
-- ARGV: algorithm, calls, three numbers of the limit, two of the cost.
-- Reply: the state of the counter before, then the time.

local before = call('GET', KEYS[1])
local _, after, life_ms = algorithms[ARGV[first]].decide(
  before, now, whole(ARGV[first + 2]), whole(ARGV[first + 3]), whole(ARGV[first + 4]), whole(ARGV[first + 5]),
  whole(ARGV[first + 6]), times(ARGV[first + 1], 1024))
if after ~= before then
  call('SET', KEYS[1], after, 'PX', life_ms)
end
return { before, now }
