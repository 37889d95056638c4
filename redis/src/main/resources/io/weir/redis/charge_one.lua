-- Charges calls that are all alike, of one enforced charge on a counter that is a text: the fast way for a lone call.
-- KEYS: the counter.
-- ARGV: algorithm, calls, three numbers of the limit, two of the cost.
-- Reply: the state of the counter before, then the time.

local algorithm = algorithms[ARGV[first]]
local before = call('GET', KEYS[1])
local _, s1, s2, s3, s4 = algorithm.decide(
  now, whole(ARGV[first + 2]), whole(ARGV[first + 3]), whole(ARGV[first + 4]), whole(ARGV[first + 5]),
  whole(ARGV[first + 6]), times(ARGV[first + 1], 1024), false, algorithm.parse(before))
if s1 then
  call('SET', KEYS[1], algorithm.text(s1, s2, s3, s4), 'EX', life(algorithm.ends(s1, s2) - now))
end
return { before, now }
