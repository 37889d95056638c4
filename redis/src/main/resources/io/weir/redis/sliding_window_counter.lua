-- Twin of SlidingWindowCounter.java: the current window's count, and the previous one's by how much of it is in sight.
-- State: as in window.lua. Limit: its capacity in permits, its length and its tick in µs. Cost: in permits.
-- decide takes the cost up to `most` times, and returns how often, and the next state if it is another one.
-- give_back returns the cost to the window it was taken in while that is the current or the previous one.

local function ends(start, length)
  return start + 2 * length
end

-- The product is below 2^53, so rounding never carries a quotient across a whole number.
local function weight(previous, start, now, capacity, length, tick)
  local ticks = length / tick
  local elapsed = math.floor(math.max(0, now - start) / tick)
  return math.ceil(math.min(previous, capacity) * (ticks - elapsed) / ticks)
end

local function decide(now, capacity, length, tick, cost, _, most, counted, start, stored_length, current, previous)
  local changed, taken = false, 0

  if stored_length ~= length then
    changed = start > 0
    current, previous = now < start + stored_length and current or 0, 0
    start = now - now % length
  elseif not is_readable(start, length, previous + current, now) then
    current, previous = math.max(current, math.min(previous + current, capacity)), 0
    start, changed = now - now % length, true
  elseif now >= start + 2 * length then
    start, current, previous = now - now % length, 0, 0
  elseif now >= start + length then
    start, current, previous = start + length, 0, current
  end

  local beside = weight(previous, start, now, capacity, length, tick)
  while taken < most do
    if not (current + beside + cost <= capacity) then
      if counted and current + beside < capacity then
        current, changed = capacity - beside, true
      end
      break
    end
    current, changed, taken = current + cost, true, taken + 1
  end

  if changed then
    return taken, start, length, current, previous
  end
  return taken
end

local function give_back(
  now, capacity, length, _, cost, _, taken_start, taken_length, start, stored_length, current, previous)
  if stored_length ~= taken_length then
    return
  elseif start == taken_start then
    return start, stored_length, math.max(0, current - cost), previous
  elseif start == taken_start + taken_length then
    return start, stored_length, current, math.max(0, previous - cost)
  end
end

return { parse = parse, text = text, ends = ends, decide = decide, give_back = give_back }
