-- Twin of Bucket.java: the arithmetic that token bucket and leaky bucket share.
-- State: micros + rest/gain µs is the instant at which nothing taken will be left; its text is "micros" or "micros rest".
-- Limit: full + full_rest/gain µs is the time of the whole capacity. Cost: cost + cost_rest/gain µs is its time.
-- decide takes the cost up to `most` times, and returns how often, and the next state if it is another one.

local function parse(text)
  if not text then
    return 0, 0
  end
  if not find(text, '%D') then
    return whole(text), 0
  end
  local micros, rest = match(text, '^(%d+) (%d+)$')
  return whole(micros), whole(rest)
end

local function text(micros, rest)
  return rest == 0 and format('%d', micros) or format('%d %d', micros, rest)
end

local function ends(micros)
  return micros
end

local function decide(now, full, full_rest, gain, cost, cost_rest, most, counted, micros, rest)
  local changed, taken = false, 0

  local beyond = micros - now - full
  if beyond > 0 or (beyond == 0 and rest > full_rest) then
    micros, rest, changed = now + full, full_rest, true
  elseif rest >= gain then
    rest, changed = gain - 1, true
  end

  while taken < most do
    local next, next_rest = now + cost, cost_rest
    if micros >= now then
      next, next_rest = micros + cost, rest + cost_rest
      if next_rest >= gain then
        next, next_rest = next + 1, next_rest - gain
      end
    end
    beyond = next - now - full
    if not (beyond < 0 or (beyond == 0 and next_rest <= full_rest)) then
      if counted then
        micros, rest, changed = now + full, full_rest, true
      end
      break
    end
    micros, rest, changed, taken = next, next_rest, true, taken + 1
  end

  if changed then
    return taken, micros, rest
  end
  return taken
end

local function without(now, gain, cost, cost_rest, micros, rest)
  if micros >= now then
    micros, rest = micros - cost, math.min(rest, gain - 1) - cost_rest
    if rest < 0 then
      micros, rest = micros - 1, rest + gain
    end
  end
  return micros, rest
end
