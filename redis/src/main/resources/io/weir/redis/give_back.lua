-- Gives back what a call took.
--
-- KEYS: the counter of each charge that was taken, the last charge first. A counter may occur several times.
-- ARGV: one value for each of them: a letter and seven numbers of 8 bytes each, namely the letter of the algorithm (T
--   token bucket, L leaky bucket, F fixed window, C sliding window counter, S sliding window), two numbers of the
--   state right after the charge was taken, three numbers of the limit, two numbers of the cost.
-- Reply: nothing. Limit.giveBack of the Java twins does the same in memory.
--
-- The comments of charge_singles.lua about shared passages and errors hold for this script too.

-- shared: clock
-- now: epoch microseconds. first: index of the first argument. spare: seconds that a key outlives its use.
local time = redis.call('TIME')
local now, first, spare = time[1] * 1000000 + time[2], 1, 1
-- end shared

local call, find, match, format = redis.call, string.find, string.match, string.format
local KEYS, ARGV = KEYS, ARGV

-- The twin of SlidingWindow.java and Log.java; charge_calls.lua explains what a log is. Returns the cost while its
-- entry is in the window.
local function give_back_to_log(key_of_log, taken_micros, window_length, cost)
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

  local log = read(key_of_log)
  if log.size == 0 or taken_micros <= now - window_length then
    return
  end
  log.bytes = log.bytes or call('GET', key_of_log)
  local at = first_where(log, log.size, function(micros) return micros >= taken_micros end)
  if at > log.size or entry(log, at) ~= taken_micros then
    return
  end
  local total_before = total_at(log, at - 1)
  local less = math.min(cost, total_at(log, at) - total_before)
  local parts = { string.sub(log.bytes, 1, 16 * at - 8) }
  for i = at, log.size do
    local micros, total = entry(log, i)
    if i > at or total - less > total_before then
      parts[#parts + 1] = pack(micros, total - less)
    end
  end
  local bytes = table.concat(parts)
  if #bytes == 8 then
    call('DEL', key_of_log)
  else
    call('SET', key_of_log, bytes, 'KEEPTTL')
  end
end

-- All arguments are checked before anything is written, since Redis does not undo the writes of a script that fails.
local charges = {}
for i = 1, #KEYS do
  local charge = ARGV[first + i - 1]
  local letter, taken, taken_rest, n1, n2, n3, cost, cost_rest = struct.unpack('>c1I8I8I8I8I8I8I8', charge)
  if not (#charge == 57 and math.max(taken, taken_rest, n1, n2, n3, cost, cost_rest) < 9007199254740992) then
    error('not a letter and seven numbers below 2^53')
  elseif not find(letter, '[TLFCS]') then
    error('not an algorithm: ' .. letter)
  end
  charges[i] = { letter, taken, taken_rest, n2, n3, cost, cost_rest }
end

for i, key in ipairs(KEYS) do
  local letter, taken, taken_rest, n2, n3, cost, cost_rest = unpack(charges[i])
  if letter == 'S' then
    give_back_to_log(key, taken, n2, cost)
  else
    local text = call('GET', key)
    local new_text, needed_until, decrease
    if text and (letter == 'T' or letter == 'L') then
      local micros, signed
      local rest, gain, given = 0, n3, false
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
      if letter == 'L' then
        -- Only the last turn in the queue can be given back: later turns have been promised already.
        given = micros == taken and rest == taken_rest
      elseif taken > now or (taken == now and taken_rest > 0) then
        -- A token bucket takes back the part of the cost that it has not refilled by now.
        local to_come = taken - now
        if to_come < cost or (to_come == cost and taken_rest < cost_rest) then
          cost, cost_rest = to_come, taken_rest
        end
        given = true
      end
      if given then
        if micros >= now then
          micros, rest = micros - cost, math.min(rest, gain - 1) - cost_rest
          if rest < 0 then
            micros, rest = micros - 1, rest + gain
          end
        end
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

    elseif text then
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
      -- taken is the start and taken_rest the length of the window in which the cost was taken.
      local given = stored_length == taken_rest
      if given and start == taken and (letter == 'C' or now < start + stored_length) then
        current = math.max(0, current - cost)
      elseif given and start == taken + taken_rest and letter == 'C' then
        previous = math.max(0, previous - cost)
      else
        given = false
      end
      if given then
        -- shared: window.write
        new_text = format(previous == 0 and '%d %d %d' or '%d %d %d %d', start, stored_length, current, previous)
        needed_until = start + (letter == 'F' and 1 or 2) * stored_length
        -- end shared
      end
    end

    if decrease then
      call('DECRBY', key, decrease)
    elseif new_text and new_text ~= text then
      local seconds = (needed_until > now and math.ceil((needed_until - now) / 1000000) or 0) + spare
      call('SET', key, new_text, 'EX', format('%d', seconds))
    end
  end
end
