-- Twin of Bucket.java: the arithmetic that token bucket and leaky bucket share.
-- State: "micros" or "micros rest", the instant micros + rest/gain µs at which nothing taken will be left.
-- Limit: full + full_rest/gain µs is the time of the whole capacity. Cost: cost + cost_rest/gain µs is its time.
-- decide takes the cost up to `most` times, and returns how often, the next state and its life.

local function parse(state)
  if not state then
    return 0, 0
  end
  if find(state, '^%d+$') then
    return whole(state), 0
  end
  local micros, rest = match(state, '^(%d+) (%d+)$')
  return whole(micros), whole(rest)
end

local function text(micros, rest)
  return rest == 0 and format('%d', micros) or format('%d %d', micros, rest)
end

local function decide(state, now, full, full_rest, gain, cost, cost_rest, most, counted)
  local micros, rest = parse(state)
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
    return taken, text(micros, rest), life(micros - now)
  end
  return taken, state
end

local function without(micros, rest, now, gain, cost, cost_rest)
  if micros >= now then
    micros, rest = micros - cost, math.min(rest, gain - 1) - cost_rest
    if rest < 0 then
      micros, rest = micros - 1, rest + gain
    end
  end
  return text(micros, rest), life(micros - now)
end
