-- Charges calls of any number of charges one after the other, or only looks at them.
-- KEYS: the counters, each once; group by group, if all charges on a counter are alike and it is a text.
-- ARGV: the calls: for each the number of its charges, then for each of these its key, its group and the letter of its effect: E enforced,
--   S shadow, C counted, F free, M marker, P to peek, and e or s if it is free for a retry; all but the letters as two bytes. Then the groups, without keys if not all charges on a counter are alike.
-- Reply: the state of each counter before, then the time.

local groups = first + 1
$groups

-- Usually there is enough for all calls: then it does not matter who comes first, nor with which effect.
if enough and key == #KEYS then
  return write_all()
end

local algorithms = {}
$functions

local effects = {
  E = 'enforced', e = 'enforced', S = 'shadow', s = 'shadow', C = 'counted', F = 'free', M = 'marker', P = 'peek',
}
local initial, states, owners, kinds = {}, {}, {}, {}
for at = groups, #ARGV, 2 do
  local algorithm = algorithms[ARGV[at]]
  if algorithm == nil then
    error('not an algorithm: ' .. ARGV[at])
  end
  local _, _, n1, n2, n3, cost, cost_rest = numbers(ARGV[at + 1])
  kinds[#kinds + 1] = { algorithm = algorithm, n1 = n1, n2 = n2, n3 = n3, cost = cost, cost_rest = cost_rest }
end

local function load(key, algorithm)
  owners[key] = algorithm
  if algorithm.load then
    initial[key] = { algorithm.load(KEYS[key], now) }
  else
    if before[key] == nil then
      before[key] = call('GET', KEYS[key])
    end
    initial[key] = { algorithm.parse(before[key]) }
  end
  states[key] = initial[key]
end

-- Takes the charge up to `most` times from its counter, and says whether it fitted.
local function take(charge, most)
  local key, kind = charge.key, charge.kind
  local taken, s1, s2, s3, s4 = kind.algorithm.decide(
    now, kind.n1, kind.n2, kind.n3, kind.cost, kind.cost_rest, most, charge.effect == 'counted', unpack(states[key]))
  if s1 then
    states[key] = { s1, s2, s3, s4 }
  end
  return taken == most
end

-- Takes the charges of that effect.
local function take_those(effect, charges)
  for _, charge in ipairs(charges) do
    if charge.effect == effect then
      take(charge, 1)
    end
  end
end

-- Looks at a charge without taking it, and says whether it fits.
local function look(charge)
  local state = states[charge.key]
  local fits = take(charge, 1)
  states[charge.key] = state
  return fits
end

-- So many permits of a marker, whose limit is a sliding window, as a shadow.
local function permits(marker, cost)
  local kind = marker.kind
  return {
    key = marker.key,
    kind = { algorithm = kind.algorithm, n1 = kind.n1, n2 = kind.n2, n3 = kind.n3, cost = cost, cost_rest = 0 },
    effect = 'shadow',
  }
end

-- A call is a retry if its marker holds its cost, so that not more than the rest of its capacity (n1) fits, and has a permit left. Then
-- charges that are taken once are free, and of the marker only one permit is taken.
local function recognize_retry(charges)
  local marker = charges[#charges]
  if marker.effect ~= 'marker' then
    return
  end
  local one = permits(marker, 1)
  if look(one) and not look(permits(marker, marker.kind.n1 - marker.kind.cost + 1)) then
    for _, charge in ipairs(charges) do
      charge.effect = charge.once and 'free' or charge.effect
    end
    charges[#charges] = one
  end
end

-- Decides one call.
local function decide(charges)
  recognize_retry(charges)
  local saved, allowed = {}, true
  for i, charge in ipairs(charges) do
    saved[i] = states[charge.key]
    if charge.effect == 'enforced' or charge.effect == 'counted' then
      allowed = take(charge, 1) and allowed
    elseif charge.effect == 'free' then
      take(charge, 0)
    end
  end
  if allowed then
    take_those('shadow', charges)
    if charges[#charges].effect == 'marker' then
      take(charges[#charges], 1)
    end
  else
    for i = #charges, 1, -1 do
      states[charges[i].key] = saved[i]
    end
    take_those('counted', charges)
  end
  for _, charge in ipairs(charges) do
    local effect = charge.effect
    if effect == 'peek' or ((effect == 'shadow' or effect == 'marker') and not allowed) then
      look(charge)
    elseif (effect == 'enforced' or effect == 'free') and not allowed then
      take(charge, 0)
    end
  end
end

local function read_charge(calls, at)
  local key, kind, effect = struct.unpack('>HHc1', calls, at)
  local charge = { key = key, kind = kinds[kind], effect = effects[effect], once = effect == 'e' or effect == 's' }
  if not (KEYS[key] and charge.kind and charge.effect) then
    error('not a charge: ' .. key .. ', ' .. kind .. ', ' .. effect)
  end
  if not owners[key] then
    load(key, charge.kind.algorithm)
  elseif owners[key] ~= charge.kind.algorithm then
    error('not the algorithm of ' .. KEYS[key])
  end
  return charge
end

local calls, at = ARGV[first], 1
while at <= #calls do
  local charges, size = {}, struct.unpack('>H', calls, at)
  if size == 0 then
    error('a call without a charge')
  end
  for i = 1, size do
    charges[i] = read_charge(calls, at + 5 * i - 3)
  end
  decide(charges)
  at = at + 2 + 5 * size
end

local reply = {}
for key = 1, #KEYS do
  local owner = owners[key]
  if not owner then
    error('a key without a charge: ' .. KEYS[key])
  end
  reply[key] = owner.reply and owner.reply(initial[key][1], now) or before[key]
end
for key, owner in ipairs(owners) do
  local state = states[key]
  if state ~= initial[key] then
    if owner.save then
      owner.save(state[1], now)
    else
      owner.write(KEYS[key], before[key], unpack(state))
    end
  end
end
reply[#KEYS + 1] = now
return reply
