-- Charges calls that are all alike, of one enforced charge on a counter that is a text: the fast way for a lone call. The functions
-- of its algorithm come before it.
-- KEYS: the counter.
-- ARGV: calls, three numbers of the limit, two of the cost.
-- Reply: the state of the counter before, then the time.

local before = call('GET', KEYS[1])
local _, s1, s2, s3, s4 = decide(
  now, whole(ARGV[first + 1]), whole(ARGV[first + 2]), whole(ARGV[first + 3]), whole(ARGV[first + 4]),
  whole(ARGV[first + 5]), times(ARGV[first], 1024), false, parse(before))
if s1 then
  call('SET', KEYS[1], text(s1, s2, s3, s4), 'EX', life(ends(s1, s2) - now))
end
return { before, now }
