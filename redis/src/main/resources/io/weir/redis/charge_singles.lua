-- Charges many calls of one enforced charge each, on counters that are texts: the fast way for calls that come together.
-- KEYS: the counters, each once, group by group.
-- ARGV: for each group of equal charges: algorithm, its keys, calls on each of them, three numbers of the limit, two of the cost.
-- Reply: the state of each counter before, then the time.

local before = read_all()
local after, lives, key = {}, {}, 0
for at = first, #ARGV, 8 do
  local algorithm = algorithms[ARGV[at]]
  local parse, decide, text, ends = algorithm.parse, algorithm.decide, algorithm.text, algorithm.ends
  local keys, most = times(ARGV[at + 1], #KEYS - key), times(ARGV[at + 2], 1024)
  local a, b, c = whole(ARGV[at + 3]), whole(ARGV[at + 4]), whole(ARGV[at + 5])
  local cost, cost_rest = whole(ARGV[at + 6]), whole(ARGV[at + 7])
  for _ = 1, keys do
    key = key + 1
    local _, s1, s2, s3, s4 = decide(now, a, b, c, cost, cost_rest, most, false, parse(before[key]))
    if s1 then
      after[key], lives[key] = text(s1, s2, s3, s4), life(ends(s1, s2) - now)
    end
  end
end

-- Only now, since nothing takes back what a script has written before it fails.
for i = 1, key do
  if after[i] then
    write(KEYS[i], before[i], after[i], lives[i])
  end
end
before[#KEYS + 1] = now
return before
