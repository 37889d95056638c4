-- Takes from each counter what all calls on it ask for together, as far as there is enough.
-- ARGV from `groups` on: for each group of keys that are charged alike: algorithm; its keys, calls on each of them, three
-- numbers of the limit, two of the cost, together.
-- before: the texts of the counters, if any group has keys; after, lasts: those that change, and their lives, or by how much they
-- become less; key: the last key of a group; enough: whether there was for all.

local before, after, lasts, key, enough, counted = {}, {}, {}, 0, true, false
for at = groups, #ARGV, 2 do
  local algorithm = ARGV[at]
  local keys, most, n1, n2, n3, cost, cost_rest = numbers(ARGV[at + 1])
  if not (keys <= #KEYS - key and most <= 1024) then
    error('too many keys or calls: ' .. keys .. ', ' .. most)
  end
  if key == 0 and keys > 0 then
    before = read_all()
  end
  if keys == 0 then
    -- Its charges are decided one by one.
  $each_key
  else
    error('not an algorithm: ' .. algorithm)
  end
  key = key + keys
end

-- Only after all was decided, since nothing takes back what a script has written before it fails.
local function write_all()
  for i = 1, key do
    local text, seconds = after[i], lasts[i]
    if text and not seconds then
      call('DECRBY', KEYS[i], text)
    elseif text and text ~= before[i] then
      call('SET', KEYS[i], text, 'EX', seconds)
    end
  end
  before[#KEYS + 1] = now
  return before
end
