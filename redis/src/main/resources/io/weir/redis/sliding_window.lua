-- Twin of SlidingWindow.java and Log.java: when permits were taken.
-- Stored: the total before the first entry, then entries of a time and the running total up to then, ascending; each number
-- takes 8 bytes. While a script runs, all it takes is taken now, so a log is its first `kept` entries and, if `now_total`
-- is there, one at now with that total. Limit: its capacity in permits and its length in µs. Cost: in permits.

do
  local WHOLE_UP_TO = 4096
  local TOO_MUCH = 9007199254740992

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

  -- The first of the entries up to `last` for which the test holds, which then holds for all behind it.
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

  -- Entries at or after now become one at now.
  local function load(key, now)
    local log = { key = key, size = 0, base = 0, seen = {} }
    local length = call('STRLEN', key)
    if length == 0 and call('EXISTS', key) == 0 then
      return { log = log, kept = 0 }
    end
    if length < 24 or (length - 8) % 16 ~= 0 then
      error('unreadable counter: not a log')
    end
    if length <= WHOLE_UP_TO then
      log.bytes = call('GET', key)
    end
    log.size = (length - 8) / 16
    log.base = struct.unpack('>I8', log.bytes or call('GETRANGE', key, 0, 7))
    local newest, total = entry(log, log.size)
    if not (newest < TOO_MUCH and log.base <= total and total < TOO_MUCH) then
      error('unreadable counter: not a log')
    end
    if newest < now then
      return { log = log, kept = log.size }
    end
    log.mended = newest > now
    local cut = first_where(log, log.size, function(micros) return micros >= now end)
    return { log = log, kept = cut - 1, now_total = total }
  end

  local function decide(now, capacity, length, _, cost, _, most, counted, state)
    local log, kept = state.log, state.kept
    local first = first_where(log, kept, function(micros) return micros > now - length end)
    local before = total_at(log, first - 1)
    local total = state.now_total or total_at(log, kept)
    local used, changed, taken = total - before, log.mended and not state.length, 0
    log.seen[first - 1], log.seen[first] = true, true

    while taken < most do
      if not (used + cost <= capacity) then
        local wanted = before + used + cost - capacity
        log.seen[first_where(log, kept, function(_, sum) return sum >= wanted end)] = true
        if counted and used < capacity then
          used, changed = capacity, true
        end
        break
      end
      used, changed, taken = used + cost, true, taken + 1
    end

    if changed then
      return taken, { log = log, kept = kept, now_total = before + used, length = length }
    end
    return taken
  end

  -- What a decision was made from: the log without the entries that it did not look at.
  local function reply(state, now)
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

  -- Writes the entry at now in its place. What has left the window goes once it is half of the log, or with a mended one.
  local function save(state, now)
    local log, kept, seconds = state.log, state.kept, life(state.length)
    local gone = first_where(log, kept, function(micros) return micros > now - state.length end) - 1
    if log.mended or log.size == 0 or 2 * gone > kept then
      local base, total = total_at(log, gone), state.now_total
      local rest = kept == gone and '' or call('GETRANGE', log.key, 8 + 16 * gone, 7 + 16 * kept)
      if rest == '' then
        base, total = 0, total - base
      end
      call('SET', log.key, struct.pack('>I8', base) .. rest .. pack(now, total), 'EX', seconds)
    else
      call('SETRANGE', log.key, 8 + 16 * kept, pack(now, state.now_total))
      call('EXPIRE', log.key, seconds)
    end
  end

  -- Returns the cost while its entry is in the window.
  local function give_back(key, now, capacity, length, _, cost, _, taken)
    local log = load(key, now).log
    if log.size == 0 or taken <= now - length then
      return
    end
    log.bytes = log.bytes or call('GET', key)
    local at = first_where(log, log.size, function(micros) return micros >= taken end)
    if at > log.size or entry(log, at) ~= taken then
      return
    end
    local before = total_at(log, at - 1)
    local less = math.min(cost, total_at(log, at) - before)
    local parts = { string.sub(log.bytes, 1, 16 * at - 8) }
    for i = at, log.size do
      local micros, total = entry(log, i)
      if i > at or total - less > before then
        parts[#parts + 1] = pack(micros, total - less)
      end
    end
    local bytes = table.concat(parts)
    if #bytes == 8 then
      call('DEL', key)
    else
      call('SET', key, bytes, 'KEEPTTL')
    end
  end

  algorithms.sliding_window = { load = load, decide = decide, reply = reply, save = save, give_back_to = give_back }
end
