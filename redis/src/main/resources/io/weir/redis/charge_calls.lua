-- Charges calls of any number of charges one after the other, or only looks at them.
-- KEYS: the counters, each once.
-- ARGV: the number of kinds of charges; for each kind: algorithm, effect, three numbers of the limit, two of the cost; then
--   the totals: if all charges are enforced and those on a key are all of one kind, for each key that kind and how many, as
--   two bytes each, or "none"; then the calls: for each charge its key and its kind, as two bytes each.
-- Reply: the state of each counter before, then the time.

local byte = string.byte
local effects = { enforced = true, counted = true, shadow = true, peek = true }
local texts = not algorithms.sliding_window and #KEYS <= 1024 and read_all() or {}
local initial, states, owners = {}, {}, {}

local kinds, at = {}, first + 1
for i = 1, times(ARGV[first], #ARGV) do
  local algorithm, effect = algorithms[ARGV[at]], ARGV[at + 1]
  if algorithm == nil or not effects[effect] then
    error('not an algorithm and an effect: ' .. ARGV[at] .. ', ' .. tostring(effect))
  end
  kinds[i] = {
    algorithm = algorithm, decide = algorithm.decide,
    binds = effect == 'enforced' or effect == 'counted', counted = effect == 'counted',
    enforced = effect == 'enforced', shadow = effect == 'shadow', peek = effect == 'peek',
    a = whole(ARGV[at + 2]), b = whole(ARGV[at + 3]), c = whole(ARGV[at + 4]),
    cost = whole(ARGV[at + 5]), cost_rest = whole(ARGV[at + 6]),
  }
  at = at + 7
end

-- Usually there is enough for all calls: then it does not matter who comes first, and each counter is charged but once.
local function take_all_at_once(totals)
  local after, lives = {}, {}
  for key = 1, #KEYS do
    local kind_high, kind_low, count_high, count_low = byte(totals, 4 * key - 3, 4 * key)
    local kind, count = kinds[kind_high * 256 + kind_low], count_high * 256 + count_low
    local algorithm = kind.algorithm
    local taken, s1, s2, s3, s4 = kind.decide(
      now, kind.a, kind.b, kind.c, kind.cost, kind.cost_rest, count, false, algorithm.parse(texts[key]))
    if taken < count then
      return false
    end
    after[key], lives[key] = algorithm.text(s1, s2, s3, s4), life(algorithm.ends(s1, s2) - now)
  end
  for key = 1, #KEYS do
    write(KEYS[key], texts[key], after[key], lives[key])
  end
  return true
end

if ARGV[at] ~= 'none' and take_all_at_once(ARGV[at]) then
  texts[#KEYS + 1] = now
  return texts
end

local function load(key, algorithm)
  owners[key] = algorithm
  if algorithm.load then
    initial[key] = { algorithm.load(KEYS[key], now) }
  else
    if texts[key] == nil then
      texts[key] = call('GET', KEYS[key])
    end
    initial[key] = { algorithm.parse(texts[key]) }
  end
  states[key] = initial[key]
end

-- Takes the charge up to `most` times from its counter, and says whether it fitted.
local function take(key, kind, most)
  local taken, s1, s2, s3, s4 = kind.decide(
    now, kind.a, kind.b, kind.c, kind.cost, kind.cost_rest, most, kind.counted, unpack(states[key]))
  if s1 then
    states[key] = { s1, s2, s3, s4 }
  end
  return taken == most
end

-- Decides the charges that are so.
local function take_those(are, keys, of)
  for i = 1, #keys do
    if of[i][are] then
      take(keys[i], of[i], 1)
    end
  end
end

-- Looks at a charge without taking it.
local function look(key, kind)
  local state = states[key]
  take(key, kind, 1)
  states[key] = state
end

-- The keys and the kinds of the charges of one call.
local function decide(keys, of)
  local saved, allowed, others = {}, true, false
  for i = 1, #keys do
    saved[i] = states[keys[i]]
    if of[i].binds then
      allowed = take(keys[i], of[i], 1) and allowed
    else
      others = true
    end
  end
  if allowed and others then
    take_those('shadow', keys, of)
  elseif not allowed then
    for i = #keys, 1, -1 do
      states[keys[i]] = saved[i]
    end
    take_those('counted', keys, of)
  end
  for i = 1, others and #keys or 0 do
    if of[i].peek or (of[i].shadow and not allowed) then
      look(keys[i], of[i])
    end
  end
  for i = 1, allowed and 0 or #keys do
    if of[i].enforced then
      take(keys[i], of[i], 0)
    end
  end
end

for i = at + 1, #ARGV do
  local charges, keys, of = ARGV[i], {}, {}
  if #charges == 0 or #charges % 4 ~= 0 then
    error('not a call: ' .. charges)
  end
  for k = 1, #charges / 4 do
    local key_high, key_low, kind_high, kind_low = byte(charges, 4 * k - 3, 4 * k)
    local key, kind = key_high * 256 + key_low, kinds[kind_high * 256 + kind_low]
    if not owners[key] then
      load(key, kind.algorithm)
    elseif owners[key] ~= kind.algorithm then
      error('not the algorithm of ' .. KEYS[key])
    end
    keys[k], of[k] = key, kind
  end
  decide(keys, of)
end

local reply = {}
for key, owner in ipairs(owners) do
  local state = states[key]
  reply[key] = owner.reply and owner.reply(initial[key][1], now) or texts[key]
  if state ~= initial[key] then
    if owner.save then
      owner.save(state[1], now)
    else
      write(KEYS[key], texts[key], owner.text(unpack(state)), life(owner.ends(state[1], state[2]) - now))
    end
  end
end
reply[#KEYS + 1] = now
return reply
