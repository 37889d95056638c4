-- Charges many calls of one enforced charge each, on counters that are texts: the fast way.
-- KEYS: the counters, each once, group by group.
-- ARGV: for each group of equal charges: algorithm, its keys, calls on each of them, three numbers of the limit, two of the cost.
-- Reply: the state of each counter before, then the time.

local before = call('MGET', unpack(KEYS))
local key = 0
for at = first, #ARGV, 8 do
  local decide = algorithms[ARGV[at]].decide
  local keys, most = whole(ARGV[at + 1]), whole(ARGV[at + 2])
  local a, b, c = whole(ARGV[at + 3]), whole(ARGV[at + 4]), whole(ARGV[at + 5])
  local cost, cost_rest = whole(ARGV[at + 6]), whole(ARGV[at + 7])
  for _ = 1, keys do
    key = key + 1
    local _, next, life_ms = decide(before[key], now, a, b, c, cost, cost_rest, most)
    if next ~= before[key] then
      call('SET', KEYS[key], next, 'PX', life_ms)
    end
  end
end
before[#KEYS + 1] = now
return before
