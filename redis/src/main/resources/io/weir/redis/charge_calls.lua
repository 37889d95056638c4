-- Charges calls of any number of charges one after the other, or only looks at them.
-- KEYS: the counters, each once.
-- ARGV: for each call the number of its charges, then for each of them: key, algorithm, effect, three numbers of the limit, two of the cost.
-- Reply: the state of each counter before, then the time.

local effects = { enforced = true, counted = true, shadow = true, peek = true }
local initial, states, lives, owners = {}, {}, {}, {}

local function load(key, algorithm)
  if algorithm == nil or (owners[key] and owners[key] ~= algorithm) then
    error('not the algorithm of ' .. tostring(KEYS[key]))
  end
  if owners[key] == nil then
    owners[key] = algorithm
    initial[key] = algorithm.load and algorithm.load(KEYS[key], now) or call('GET', KEYS[key])
    states[key] = initial[key]
  end
end

-- Takes the charge up to `most` times from its counter, and says whether it fitted.
local function take(charge, most)
  local key = charge.key
  local taken, next, life_ms = owners[key].decide(
    states[key], now, charge.a, charge.b, charge.c, charge.cost, charge.cost_rest, most, charge.effect == 'counted')
  states[key], lives[key] = next, life_ms or lives[key]
  return taken == most
end

local function decide(charges)
  local saved, saved_lives, allowed = {}, {}, true
  for _, charge in ipairs(charges) do
    saved[charge.key], saved_lives[charge.key] = states[charge.key], lives[charge.key]
  end
  for _, charge in ipairs(charges) do
    if charge.effect == 'enforced' or charge.effect == 'counted' then
      allowed = take(charge, 1) and allowed
    end
  end
  if not allowed then
    for key, state in pairs(saved) do
      states[key], lives[key] = state, saved_lives[key]
    end
  end
  for _, charge in ipairs(charges) do
    if charge.effect == (allowed and 'shadow' or 'counted') then
      take(charge, 1)
    end
  end
  for _, charge in ipairs(charges) do
    local state, life_ms = states[charge.key], lives[charge.key]
    if charge.effect == 'peek' or (charge.effect == 'shadow' and not allowed) then
      take(charge, 1)
      states[charge.key], lives[charge.key] = state, life_ms
    elseif charge.effect == 'enforced' and not allowed then
      take(charge, 0)
    end
  end
end

local at = first
while at <= #ARGV do
  local charges = {}
  for i = 1, whole(ARGV[at]) do
    local key, effect = whole(ARGV[at + 1]), ARGV[at + 3]
    load(key, algorithms[ARGV[at + 2]])
    if not effects[effect] then
      error('not an effect: ' .. tostring(effect))
    end
    charges[i] = {
      key = key, effect = effect,
      a = whole(ARGV[at + 4]), b = whole(ARGV[at + 5]), c = whole(ARGV[at + 6]),
      cost = whole(ARGV[at + 7]), cost_rest = whole(ARGV[at + 8]),
    }
    at = at + 8
  end
  decide(charges)
  at = at + 1
end

local reply = {}
for key, owner in ipairs(owners) do
  local before, after = initial[key], states[key]
  reply[key] = owner.reply and owner.reply(before, now) or before
  if after ~= before then
    if owner.save then
      owner.save(after, now, lives[key])
    else
      call('SET', KEYS[key], after, 'PX', lives[key])
    end
  end
end
reply[#KEYS + 1] = now
return reply
