-- Gives back what a call took.
-- KEYS: the counter of each charge taken, the last first.
-- ARGV: for each: algorithm, three numbers of the limit, two of the cost, two of the state right after it was taken.
-- Reply: nothing.

-- All is read before anything is written, since nothing takes back what a script has written before it fails.
local owners, numbers = {}, {}
for i, key in ipairs(KEYS) do
  local at = first + 8 * (i - 1)
  owners[i], numbers[i] = algorithms[ARGV[at]], {}
  if owners[i] == nil then
    error('not the algorithm of ' .. key)
  end
  for k = 1, 7 do
    numbers[i][k] = whole(ARGV[at + k])
  end
end

for i, key in ipairs(KEYS) do
  local owner = owners[i]
  if owner.give_back_to then
    owner.give_back_to(key, now, unpack(numbers[i]))
  else
    local state = call('GET', key)
    if state then
      local next, life_ms = owner.give_back(state, now, unpack(numbers[i]))
      if next ~= state then
        call('SET', key, next, 'PX', life_ms)
      end
    end
  end
end
