-- Gives back what a call took.
-- KEYS: the counter of each charge taken, the last first.
-- ARGV: for each: algorithm, three numbers of the limit, two of the cost, two of the state right after it was taken.
-- Reply: nothing.

for i, key in ipairs(KEYS) do
  local at = first + 8 * (i - 1)
  local algorithm = algorithms[ARGV[at]]
  local numbers = {}
  for k = 1, 7 do
    numbers[k] = whole(ARGV[at + k])
  end
  if algorithm.give_back_to then
    algorithm.give_back_to(key, now, unpack(numbers))
  else
    local state = call('GET', key)
    if state then
      local next, life_ms = algorithm.give_back(state, now, unpack(numbers))
      if next ~= state then
        call('SET', key, next, 'PX', life_ms)
      end
    end
  end
end
