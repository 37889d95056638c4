-- Charges counters for calls with any number of charges, one call after the other, or looks at counters without
-- taking anything.
--
-- KEYS: the counters, each once. Group by group, if all charges on each counter are alike and no counter is a log.
-- ARGV[1]: the calls, one after the other: the number of charges as two bytes, then five bytes for each charge: the
--   number of its key and of its group as two bytes each, then the letter of its effect: E enforced, S shadow, C
--   counted, F free, M marker, P to peek; e and s are E and S that become free when the call is a retry.
-- ARGV[2] and following: the groups as in charge_singles.lua, with S as the letter of a sliding window. Groups have
--   no keys, if some charges on a counter are not alike or a counter is a log.
-- Reply: the state of each counter before the script, then the time. ManyCharges.java makes the same decisions from
--   this reply, with Call.java and the Java twins of the algorithms. Both sides must always decide the same.
--
-- The comments of charge_singles.lua about shared passages, writes and errors hold for this script too. Here the
-- algorithms are functions, since calls are decided in any order on any counter. Redis creates a function when it
-- reaches its definition, so those that are seldom needed come last. The sections are:
--   1. counters that are texts: buckets and windows
--   2. all calls together, which usually suffices
--   3. counters that are logs
--   4. one call after the other

-- shared: clock
-- now: epoch microseconds. first: index of the first argument. spare: seconds that a key outlives its use.
local time = redis.call('TIME')
local now, first, spare = time[1] * 1000000 + time[2], 1, 1
-- end shared

local call, find, match, format = redis.call, string.find, string.match, string.format
local KEYS, ARGV = KEYS, ARGV

---- 1. Counters that are texts ----------------------------------------------------------------------------------------

-- Buckets (letters T and L) and windows (F and C), the twins of Bucket.java, FixedWindow.java and
-- SlidingWindowCounter.java. charge_singles.lua explains their states and the numbers of their limits. A state is up to
-- four numbers: micros, rest, signed of a bucket; start, stored_length, current, previous of a window.

local function read_state(letter, text)
  if not text then
    return 0, 0, 0, 0
  elseif letter == 'T' or letter == 'L' then
    local micros, signed
    local rest = 0
    -- shared: bucket.read
    if find(text, '^%-?%d+$') then
      signed = text + 0
      micros = signed < 0 and -signed or signed
    else
      micros, rest = match(text, '^(%d+) (%d+)$')
      if not rest then
        error('unreadable counter: not a bucket')
      end
      micros, rest, signed = micros + 0, rest + 0, micros + 0
    end
    if not (micros < 9007199254740992 and rest < 9007199254740992) then
      error('unreadable counter: not below 2^53')
    end
    -- end shared
    return micros, rest, signed
  end
  local start, stored_length, current, previous
  -- shared: window.read
  start, stored_length, current, previous = match(text, '^(%d+) (%d+) (%d+) ?(%d*)$')
  if not start then
    error('unreadable counter: not a window')
  end
  start, stored_length, current, previous =
    start + 0, stored_length + 0, current + 0, previous == '' and 0 or previous + 0
  local bound = 9007199254740992
  if not (start < bound and stored_length < bound and current < bound and previous < bound) then
    error('unreadable counter: not below 2^53')
  end
  -- end shared
  return start, stored_length, current, previous
end

-- Takes the cost up to `times` times. Returns how often it fitted, and the new state if there is one.
local function decide(letter, n1, n2, n3, cost, cost_rest, times, overdraw, s1, s2, s3, s4)
  local taken, changed = 0, false
  if letter == 'T' or letter == 'L' then
    local full, full_rest, gain, micros, rest = n1, n2, n3, s1, s2
    -- shared: bucket.decide
    -- Mends a backlog that this limit cannot have: the limit was changed or the clock was set back.
    local beyond = micros - now - full
    if beyond > 0 or (beyond == 0 and rest > full_rest) then
      micros, rest, changed = now + full, full_rest, true
    elseif rest >= gain then
      rest, changed = gain - 1, true
    end
    -- Takes all costs together if they fit, else one by one. Rests stay exact, since gain is at most 10^12; a
    -- number that is too large to be exact does not fit.
    local step = times
    while taken < times do
      local next_micros, next_rest = now + step * cost, step * cost_rest
      if micros >= now then
        next_micros, next_rest = micros + step * cost, rest + next_rest
      end
      if next_rest >= gain then
        local carried = (next_rest - next_rest % gain) / gain
        next_micros, next_rest = next_micros + carried, next_rest - carried * gain
      end
      beyond = next_micros - now - full
      if beyond < 0 or (beyond == 0 and next_rest <= full_rest) then
        micros, rest, changed, taken = next_micros, next_rest, true, taken + step
      elseif step > 1 then
        step = 1
      else
        if overdraw then
          micros, rest, changed = now + full, full_rest, true
        end
        break
      end
    end
    -- end shared
    if changed then
      return taken, micros, rest, s3
    end
    return taken
  end
  local capacity, length, tick, start, stored_length, current, previous = n1, n2, n3, s1, s2, s3, s4
  if letter == 'F' then
    -- shared: fixed_window.decide
    -- Moves to the window of now. A window that starts after now is kept if it is near: the clock was set back.
    if stored_length ~= length or not (start <= now or (start <= now + length and current > 0)) then
      changed = start > 0
      current = now < start + stored_length and current or 0
      start, stored_length = now - now % length, length
    elseif now >= start + length then
      start, current = now - now % length, 0
    end
    previous = 0
    -- Takes all costs together if they fit, else one by one. A number too large to be exact does not fit.
    local step = times
    while taken < times do
      if current + step * cost <= capacity then
        current, changed, taken = current + step * cost, true, taken + step
      elseif step > 1 then
        step = 1
      else
        if overdraw then
          current, changed = math.min(current + cost, 9007199254740991), true
        end
        break
      end
    end
    -- end shared
  else
    -- shared: sliding_window_counter.decide
    -- Moves to the window of now. A window that starts after now is kept if it is near: the clock was set back.
    if stored_length ~= length then
      changed = start > 0
      current, previous = now < start + stored_length and current or 0, 0
      start, stored_length = now - now % length, length
    elseif not (start <= now or (start <= now + length and previous + current > 0)) then
      current, previous = math.max(current, math.min(previous + current, capacity)), 0
      start, changed = now - now % length, true
    elseif now >= start + 2 * length then
      start, current, previous = now - now % length, 0, 0
    elseif now >= start + length then
      start, current, previous = start + length, 0, current
    end
    -- The previous window counts by the part of it that is less than a window old. The product is below 2^53,
    -- so rounding never carries the quotient across a whole number.
    local ticks, elapsed = length / tick, math.floor(math.max(0, now - start) / tick)
    local weighted = math.ceil(math.min(previous, capacity) * (ticks - elapsed) / ticks)
    -- Takes all costs together if they fit, else one by one. A number too large to be exact does not fit.
    local step = times
    while taken < times do
      if current + weighted + step * cost <= capacity then
        current, changed, taken = current + step * cost, true, taken + step
      elseif step > 1 then
        step = 1
      else
        if overdraw and current + weighted < capacity then
          current, changed = capacity - weighted, true
        end
        break
      end
    end
    -- end shared
  end
  if changed then
    return taken, start, stored_length, current, previous
  end
  return taken
end

-- Returns the text to store and until when it is needed, or how much to subtract from the stored number.
local function change_to(letter, s1, s2, s3, s4)
  local new_text, needed_until, decrease
  if letter == 'T' or letter == 'L' then
    local micros, rest, signed = s1, s2, s3
    -- shared: bucket.write
    -- A bucket that is charged again is in use: its key lives until the end of the 16 s in which it is clear.
    local stored, span = signed < 0 and -signed or signed, 16000000
    if signed < 0 and rest == 0 and micros >= stored and micros < stored - stored % span + span then
      decrease = format('%d', micros - stored)
    elseif signed ~= 0 and rest == 0 then
      new_text, needed_until = format('-%d', micros), micros - micros % span + span
    else
      new_text, needed_until = rest == 0 and format('%d', micros) or format('%d %d', micros, rest), micros
    end
    -- end shared
  else
    local start, stored_length, current, previous = s1, s2, s3, s4
    -- shared: window.write
    new_text = format(previous == 0 and '%d %d %d' or '%d %d %d %d', start, stored_length, current, previous)
    needed_until = start + (letter == 'F' and 1 or 2) * stored_length
    -- end shared
  end
  return new_text, needed_until, decrease
end

-- Counters of a group mostly end together, so the last text often serves again.
local last_life, last_until
local function life_until(needed_until)
  if needed_until ~= last_until then
    local seconds = (needed_until > now and math.ceil((needed_until - now) / 1000000) or 0) + spare
    last_life, last_until = format('%d', seconds), needed_until
  end
  return last_life
end

---- 2. All calls together ---------------------------------------------------------------------------------------------

-- Takes from each counter what all charges on it take, until a counter has not enough. before: the stored texts, then
-- the time. changes and lives: as in charge_singles.lua.
local before, changes, lives, last_key, enough = {}, {}, {}, 0, true
for at = first + 1, #ARGV do
  local group = ARGV[at]
  -- shared: group
  local letter, keys, times, n1, n2, n3, cost, cost_rest = struct.unpack('>c1I8I8I8I8I8I8I8', group)
  if not (#group == 57 and math.max(keys, times, n1, n2, n3, cost, cost_rest) < 9007199254740992) then
    error('not a letter and seven numbers below 2^53')
  end
  if not (keys <= #KEYS - last_key and times <= 1024) then
    error('too many keys or calls: ' .. keys .. ', ' .. times)
  end
  -- end shared
  if keys > 0 and not find(letter, '[TLFC]') then
    error('not an algorithm of texts: ' .. letter)
  elseif last_key == 0 and keys > 0 then
    -- shared: read all
    -- MGET reports a key of another type as absent, which must not make it a fresh counter.
    before = call('MGET', unpack(KEYS))
    local absent = {}
    for i = 1, #KEYS do
      if not before[i] then
        absent[#absent + 1] = KEYS[i]
      end
    end
    if #absent > 0 and call('EXISTS', unpack(absent)) > 0 then
      error('unreadable counter: of another type')
    end
    before[#KEYS + 1] = now
    -- end shared
  end
  -- shared: bucket.group
  -- Charges that are whole microseconds and start no later than `latest` fit into a bucket all together.
  local is_bucket, all, latest, decrease_of_all = letter == 'T' or letter == 'L', times * cost, -1, nil
  if is_bucket and cost_rest == 0 then
    latest = now + n1 - all
  end
  -- end shared

  for i = last_key + 1, enough and last_key + keys or 0 do
    local s1, s2, s3, s4 = read_state(letter, before[i])
    local taken, decrease = times, nil
    if is_bucket then
      local micros, signed = s1, s3
      -- shared: bucket.decrease
      -- The usual case: a bucket in use takes all charges and stays within its 16 s. Its stored number is
      -- negative, so that a decrease moves its instant forward.
      local from = micros < now and now or micros
      if signed < 0 and from <= latest and from + all < micros - micros % 16000000 + 16000000 then
        if from == micros then
          decrease_of_all = decrease_of_all or format('%d', all)
          decrease = decrease_of_all
        else
          decrease = format('%d', from + all - micros)
        end
      end
      -- end shared
    end
    if not decrease then
      taken, s1, s2, s3, s4 = decide(letter, n1, n2, n3, cost, cost_rest, times, false, s1, s2, s3, s4)
    end
    if taken < times then
      enough = false
      break
    elseif decrease then
      changes[i] = decrease
    elseif s1 then
      local new_text, needed_until, less = change_to(letter, s1, s2, s3, s4)
      changes[i], lives[i] = less or new_text, new_text and life_until(needed_until)
    end
  end
  last_key = last_key + keys
end

-- If each counter has enough for all calls, neither the order of the calls nor the effects of their charges make a
-- difference.
if enough and last_key == #KEYS then
  -- shared: write all
  for i = 1, #KEYS do
    local change, life = changes[i], lives[i]
    if change and not life then
      call('DECRBY', KEYS[i], change)
    elseif change and change ~= before[i] then
      call('SET', KEYS[i], change, 'EX', life)
    end
  end
  return before
  -- end shared
end

---- 3. Counters that are logs -----------------------------------------------------------------------------------------

-- The instants at which permits were taken: the twin of SlidingWindow.java and Log.java. A stored log is the total
-- before its first entry, then its entries in ascending order: an instant in epoch microseconds and the total up to and
-- including it; each number has 8 bytes. All permits that a script takes are taken now. So the state of a log in this
-- script is the first `kept` stored entries and, if there is a `now_total`, an entry at now with that total.
-- log.seen: the indices of the entries on which decisions depend. The reply has these entries only.
local function sliding_window_log()
  -- shared: log.read
  local function pack(micros, total)
    return struct.pack('>I8I8', micros, total)
  end

  local function entry(log, i)
    if log.bytes then
      return struct.unpack('>I8I8', log.bytes, 16 * i - 7)
    end
    return struct.unpack('>I8I8', call('GETRANGE', log.key, 16 * i - 8, 16 * i + 7))
  end

  local function total_at(log, i)
    if i == 0 then
      return log.base
    end
    local _, total = entry(log, i)
    return total
  end

  -- The index of the first entry up to `last` for which the test holds; the test then holds for all later entries.
  local function first_where(log, last, holds)
    local from, to = 1, last + 1
    while from < to do
      local middle = math.floor((from + to) / 2)
      if holds(entry(log, middle)) then
        to = middle
      else
        from = middle + 1
      end
    end
    return from
  end

  -- Reads only the ends of a long log.
  local function read(key)
    local log = { key = key, size = 0, base = 0 }
    local length = call('STRLEN', key)
    if length == 0 and call('EXISTS', key) == 0 then
      return log
    end
    if length < 24 or (length - 8) % 16 ~= 0 then
      error('unreadable counter: not a log')
    end
    if length <= 4096 then
      log.bytes = call('GET', key)
    end
    log.size = (length - 8) / 16
    log.base = struct.unpack('>I8', log.bytes or call('GETRANGE', key, 0, 7))
    local newest, total = entry(log, log.size)
    if not (newest < 9007199254740992 and log.base <= total and total < 9007199254740992) then
      error('unreadable counter: not a log')
    end
    return log
  end
  -- end shared

  -- Combines the entries at or after now into one entry at now; there are later ones if the clock was set back.
  local function load(key)
    local log = read(key)
    log.seen = {}
    if log.size == 0 then
      return { log = log, kept = 0 }
    end
    local newest, total = entry(log, log.size)
    if newest < now then
      return { log = log, kept = log.size }
    end
    log.mended = newest > now
    local at_or_after_now = first_where(log, log.size, function(micros) return micros >= now end)
    return { log = log, kept = at_or_after_now - 1, now_total = total }
  end

  local function decide_log(_, capacity, length, _, cost, _, times, overdraw, state)
    local log, kept = state.log, state.kept
    local first_inside = first_where(log, kept, function(micros) return micros > now - length end)
    local total_outside = total_at(log, first_inside - 1)
    local used = (state.now_total or total_at(log, kept)) - total_outside
    local taken, changed = 0, log.mended and not state.length
    log.seen[first_inside - 1], log.seen[first_inside] = true, true

    while taken < times do
      if not (used + cost <= capacity) then
        -- A denial depends on the entry that has to leave the window first.
        local wanted = total_outside + used + cost - capacity
        log.seen[first_where(log, kept, function(_, total) return total >= wanted end)] = true
        if overdraw and used < capacity then
          used, changed = capacity, true
        end
        break
      end
      used, changed, taken = used + cost, true, taken + 1
    end

    if changed then
      return taken, { log = log, kept = kept, now_total = total_outside + used, length = length }
    end
    return taken
  end

  -- The log without the entries on which no decision depends.
  local function reply(state)
    local log, parts = state.log, {}
    log.seen[state.kept] = true
    for i in pairs(log.seen) do
      if i >= 1 and i <= state.kept then
        parts[#parts + 1] = i
      end
    end
    table.sort(parts)
    for k, i in ipairs(parts) do
      parts[k] = pack(entry(log, i))
    end
    if state.now_total then
      parts[#parts + 1] = pack(now, state.now_total)
    end
    return struct.pack('>I8', log.base) .. table.concat(parts)
  end

  -- Writes the entry at now. Rewrites the whole log without the entries that have left the window if these are more
  -- than half of it, or if the log was mended.
  local function write(state)
    local log, kept = state.log, state.kept
    local life = format('%d', math.ceil(state.length / 1000000) + spare)
    local outside = first_where(log, kept, function(micros) return micros > now - state.length end) - 1
    if log.mended or log.size == 0 or 2 * outside > kept then
      local base, total = total_at(log, outside), state.now_total
      local inside = kept == outside and '' or call('GETRANGE', log.key, 8 + 16 * outside, 7 + 16 * kept)
      if inside == '' then
        base, total = 0, total - base
      end
      call('SET', log.key, struct.pack('>I8', base) .. inside .. pack(now, total), 'EX', life)
    else
      call('SETRANGE', log.key, 8 + 16 * kept, pack(now, state.now_total))
      call('EXPIRE', log.key, life)
    end
  end

  return { load = load, decide = decide_log, reply = reply, write = write }
end

---- 4. One call after the other ---------------------------------------------------------------------------------------

-- letters: the algorithm of each key. states: the state of each key, as a list of numbers or a list with a table for a
-- log. initial: the states before the first call.
local groups, initial, states, letters, logs = {}, {}, {}, {}, nil
for at = first + 1, #ARGV do
  local letter, _, _, n1, n2, n3, cost, cost_rest = struct.unpack('>c1I8I8I8I8I8I8I8', ARGV[at])
  if letter == 'S' then
    logs = logs or sliding_window_log()
  elseif not find(letter, '[TLFC]') then
    error('not an algorithm: ' .. letter)
  end
  groups[#groups + 1] = {
    letter = letter, n1 = n1, n2 = n2, n3 = n3, cost = cost, cost_rest = cost_rest,
    decide = letter == 'S' and logs.decide or decide,
  }
end

-- Takes the cost of a charge up to `times` times from its counter. Returns whether all fitted.
local function take(charge, times)
  local key, group = charge.key, charge.group
  local taken, s1, s2, s3, s4 = group.decide(
    group.letter, group.n1, group.n2, group.n3, group.cost, group.cost_rest,
    times, charge.effect == 'counted', unpack(states[key]))
  if s1 then
    states[key] = { s1, s2, s3, s4 }
  end
  return taken == times
end

-- Takes the charges that have this effect.
local function take_each(effect, charges)
  for _, charge in ipairs(charges) do
    if charge.effect == effect then
      take(charge, 1)
    end
  end
end

-- Returns whether a charge fits, without taking it.
local function fits(charge)
  local state = states[charge.key]
  local fitted = take(charge, 1)
  states[charge.key] = state
  return fitted
end

-- A shadow charge of some permits on the counter of a marker, whose limit is a sliding window.
local function permits(marker, cost)
  local group = marker.group
  return {
    key = marker.key,
    group = { decide = group.decide, n1 = group.n1, n2 = group.n2, n3 = group.n3, cost = cost, cost_rest = 0 },
    effect = 'shadow',
  }
end

-- A call is a retry if its marker already holds its cost, so that more than the rest of its capacity (n1) does not
-- fit, and if the marker has a permit left. In a retry, charges that are taken once are free, and the marker gives
-- only one permit.
local function recognize_retry(charges)
  local marker = charges[#charges]
  if marker.effect ~= 'marker' then
    return
  end
  local one = permits(marker, 1)
  if fits(one) and not fits(permits(marker, marker.group.n1 - marker.group.cost + 1)) then
    for _, charge in ipairs(charges) do
      charge.effect = charge.once and 'free' or charge.effect
    end
    charges[#charges] = one
  end
end

-- Decides one call, as Call.java does. A denied call takes only its counted charges. Taking a charge 0 times mends
-- its counter.
local function decide_call(charges)
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
    take_each('shadow', charges)
    if charges[#charges].effect == 'marker' then
      take(charges[#charges], 1)
    end
  else
    for i = #charges, 1, -1 do
      states[charges[i].key] = saved[i]
    end
    take_each('counted', charges)
  end
  -- Java computes the decisions of all other charges too, for which the reply has to contain the entries of logs that
  -- they depend on.
  for _, charge in ipairs(charges) do
    local effect = charge.effect
    if effect == 'peek' or ((effect == 'shadow' or effect == 'marker') and not allowed) then
      fits(charge)
    elseif (effect == 'enforced' or effect == 'free') and not allowed then
      take(charge, 0)
    end
  end
end

local effects = {
  E = 'enforced', e = 'enforced', S = 'shadow', s = 'shadow', C = 'counted', F = 'free', M = 'marker', P = 'peek',
}

-- Loads the counter of a charge, if this is its first charge.
local function load_counter(key, letter)
  if letters[key] and letters[key] ~= letter then
    error('two algorithms on key ' .. key)
  elseif not letters[key] then
    letters[key] = letter
    if letter == 'S' then
      initial[key] = { logs.load(KEYS[key]) }
    else
      if before[key] == nil then
        before[key] = call('GET', KEYS[key])
      end
      initial[key] = { read_state(letter, before[key]) }
    end
    states[key] = initial[key]
  end
end

local function read_charge(calls, at)
  local key, group, effect = struct.unpack('>HHc1', calls, at)
  local charge = { key = key, group = groups[group], effect = effects[effect], once = effect == 'e' or effect == 's' }
  if not (KEYS[key] and charge.group and charge.effect) then
    error('not a charge: ' .. key .. ', ' .. group .. ', ' .. effect)
  end
  load_counter(key, charge.group.letter)
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
  decide_call(charges)
  at = at + 2 + 5 * size
end

local reply = {}
for key = 1, #KEYS do
  if not letters[key] then
    error('no charge on key ' .. key)
  end
  reply[key] = letters[key] == 'S' and logs.reply(initial[key][1]) or before[key]
end
reply[#KEYS + 1] = now

for key, letter in ipairs(letters) do
  local state = states[key]
  if state ~= initial[key] and letter == 'S' then
    logs.write(state[1])
  elseif state ~= initial[key] then
    local new_text, needed_until, decrease = change_to(letter, unpack(state))
    if decrease then
      call('DECRBY', KEYS[key], decrease)
    elseif new_text ~= before[key] then
      call('SET', KEYS[key], new_text, 'EX', life_until(needed_until))
    end
  end
end
return reply
