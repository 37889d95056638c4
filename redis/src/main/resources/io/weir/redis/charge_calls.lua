-- Charges calls of any number of charges one after the other, or only looks at them.
-- KEYS: the counters, each once; group by group, if all charges on a counter are alike and it is a text.
-- ARGV: the calls: for each the number of its charges, then for each of these its key, its group and the first letter of its effect, or P
--   to peek; all but the letters as two bytes. Then the groups, without keys if not all charges on a counter are alike.
-- Reply: the state of each counter before, then the time.

local groups = first + 1
$groups

-- Usually there is enough for all calls: then it does not matter who comes first, nor with which effect.
if enough and key == #KEYS then
  return write_all()
end

local algorithms = {}
$functions

local effects = { E = 'enforced', C = 'counted', S = 'shadow', P = 'peek' }
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

-- Looks at a charge without taking it.
local function look(charge)
  local state = states[charge.key]
  take(charge, 1)
  states[charge.key] = state
end

-- Decides one call.
local function decide(charges)
  local saved, allowed = {}, true
  for i, charge in ipairs(charges) do
    saved[i] = states[charge.key]
    if charge.effect == 'enforced' or charge.effect == 'counted' then
      allowed = take(charge, 1) and allowed
    end
  end
  if allowed then
    take_those('shadow', charges)
  else
    for i = #charges, 1, -1 do
      states[charges[i].key] = saved[i]
    end
    take_those('counted', charges)
  end
  for _, charge in ipairs(charges) do
    if charge.effect == 'peek' or (charge.effect == 'shadow' and not allowed) then
      look(charge)
    elseif charge.effect == 'enforced' and not allowed then
      take(charge, 0)
    end
  end
end

local function read_charge(calls, at)
  local key, kind, effect = struct.unpack('>HHc1', calls, at)
  local charge = { key = key, kind = kinds[kind], effect = effects[effect] }
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
