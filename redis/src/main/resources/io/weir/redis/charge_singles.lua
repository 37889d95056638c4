-- Charges counters for calls that have one enforced charge each, where all charges on a counter are alike. Most calls
-- are of this kind.
--
-- KEYS: the counters, each once, group by group.
-- ARGV: one value for each group of counters that are charged alike: a letter and seven numbers of 8 bytes each,
--   namely the letter of the algorithm (T token bucket, L leaky bucket, F fixed window, C sliding window counter),
--   how many keys the group has, how many calls charge each key, three numbers of the limit, two numbers of the cost.
-- Reply: the state of each counter before the script, then the time. SingleCharges.java makes the same decisions from
--   this reply, with the Java twins of the arithmetic below (Bucket, FixedWindow, SlidingWindowCounter). Both sides
--   must always decide the same.
--
-- Redis creates every function of a script anew for each call of the script, which takes longer than the arithmetic
-- of a limit. This script therefore has no functions. The passages between "shared" and "end shared" stand word for
-- word in other scripts too (SharedPassagesTest compares them).
--
-- The script writes only after everything was read and decided, since Redis does not undo the writes of a script that
-- fails. An error about a stored counter begins with "unreadable counter". No error contains a key or a stored text:
-- a client may have chosen it so that it reads like another error.
--
-- Lua's numbers are doubles, so every number must be whole and below 9007199254740992, which is 2^53. A comparison such
-- as `not (x < limit)` refuses NaN too.

-- shared: clock
-- now: epoch microseconds. first: index of the first argument. spare: seconds that a key outlives its use.
local time = redis.call('TIME')
local now, first, spare = time[1] * 1000000 + time[2], 1, 1
-- end shared

local call, find, match, format = redis.call, string.find, string.match, string.format
local KEYS, ARGV, overdraw = KEYS, ARGV, false

-- before: the stored texts, then the time. changes: for each counter that changes, its new text, and in lives for how
-- many seconds Redis keeps it; or, without an entry in lives, how much to subtract from it. A lone counter needs no
-- tables, since its change is in the locals further below.
local lone = #KEYS == 1
local before, changes, lives, life_texts
if lone then
  before = { call('GET', KEYS[1]), now }
else
  changes, lives, life_texts = {}, {}, {}
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

-- The change of the counter that was decided last: its new text and the epoch microsecond until which it is needed, or
-- how much to subtract from the stored number.
local new_text, needed_until, decrease
local last_key = 0
for at = first, #ARGV do
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
  -- shared: bucket.group
  -- Charges that are whole microseconds and start no later than `latest` fit into a bucket all together.
  local is_bucket, all, latest, decrease_of_all = letter == 'T' or letter == 'L', times * cost, -1, nil
  if is_bucket and cost_rest == 0 then
    latest = now + n1 - all
  end
  -- end shared

  for i = last_key + 1, last_key + keys do
    local text, taken, changed = before[i], 0, false
    new_text, decrease = nil, nil

    if is_bucket then
      -- A bucket is the instant micros + rest/gain (epoch microseconds) at which nothing that was taken is left. The
      -- full capacity takes full + full_rest/gain microseconds, the cost takes cost + cost_rest/gain. The stored text
      -- is "micros" or "micros rest"; "-micros" is a bucket in use, whose key lives up to 16 s longer, so that a
      -- decrease suffices (docs/decisions/0018). signed: the first number as it is stored.
      local full, full_rest, gain = n1, n2, n3
      local micros, rest, signed = 0, 0, 0
      if text then
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
      end
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
      if not decrease then
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
        end
      end

    elseif letter == 'F' or letter == 'C' then
      -- A window is its start and its length in microseconds, the permits taken in it, and those taken in the window
      -- before it. The stored text leaves out a previous count of 0. The capacity and the cost are in permits.
      local capacity, length, tick = n1, n2, n3
      local start, stored_length, current, previous = 0, 0, 0, 0
      if text then
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
      end
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
        -- shared: window.write
        new_text = format(previous == 0 and '%d %d %d' or '%d %d %d %d', start, stored_length, current, previous)
        needed_until = start + (letter == 'F' and 1 or 2) * stored_length
        -- end shared
      end

    else
      error('not an algorithm: ' .. letter)
    end

    if decrease and not lone then
      changes[i] = decrease
    elseif new_text and not lone then
      local seconds = (needed_until > now and math.ceil((needed_until - now) / 1000000) or 0) + spare
      local life = life_texts[seconds]
      if not life then
        life = format('%d', seconds)
        life_texts[seconds] = life
      end
      changes[i], lives[i] = new_text, life
    end
  end
  last_key = last_key + keys
end
if last_key < #KEYS then
  error('keys without a group: ' .. #KEYS - last_key)
end

if lone then
  if decrease then
    call('DECRBY', KEYS[1], decrease)
  elseif new_text and new_text ~= before[1] then
    local seconds = (needed_until > now and math.ceil((needed_until - now) / 1000000) or 0) + spare
    call('SET', KEYS[1], new_text, 'EX', format('%d', seconds))
  end
  return before
end
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
