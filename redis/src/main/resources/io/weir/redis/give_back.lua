-- Gives back what a call took.
-- KEYS: the counter of each charge taken, the last first.
-- ARGV: for each: algorithm; two numbers of the state right after it was taken, three of the limit, two of the cost, together.
-- Reply: nothing.

local algorithms = {}
$functions

-- All is read before anything is written, since nothing takes back what a script has written before it fails.
local owners, kinds = {}, {}
for i, key in ipairs(KEYS) do
  local at = first + 2 * (i - 1)
  owners[i], kinds[i] = algorithms[ARGV[at]], { numbers(ARGV[at + 1]) }
  if owners[i] == nil then
    error('not the algorithm of ' .. key)
  end
end

for i, key in ipairs(KEYS) do
  local owner, taken, taken_rest, n1, n2, n3, cost, cost_rest = owners[i], unpack(kinds[i])
  if owner.give_back_to then
    owner.give_back_to(key, now, n1, n2, n3, cost, cost_rest, taken)
  else
    local before = call('GET', key)
    if before then
      local s1, s2, s3, s4 =
        owner.give_back(now, n1, n2, n3, cost, cost_rest, taken, taken_rest, owner.parse(before))
      if s1 then
        owner.write(key, before, s1, s2, s3, s4)
      end
    end
  end
end
