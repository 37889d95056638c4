-- Twin of FixedWindow.java: a counter that starts again with every window.
-- State: as in window.lua. Limit: its capacity in permits and its length in µs. Cost: in permits.
-- decide takes the cost up to `most` times, and returns how often, and the next state if it is another one. What is counted goes
-- on beyond the capacity.
-- give_back returns the cost while the window it was taken in lasts.

local function ends(start, length)
  return start + length
end

local function decide(now, capacity, length, _, cost, _, most, counted, start, stored_length, current)
  local changed, taken = false, 0

  if stored_length ~= length or not is_readable(start, length, current, now) then
    changed = start > 0
    current = now < start + stored_length and current or 0
    start = now - now % length
  elseif now >= start + length then
    start, current = now - now % length, 0
  end

  while taken < most do
    if not (current + cost <= capacity) then
      if counted then
        current, changed = math.min(current + cost, 9007199254740991), true
      end
      break
    end
    current, changed, taken = current + cost, true, taken + 1
  end

  if changed then
    return taken, start, length, current, 0
  end
  return taken
end

local function give_back(now, capacity, length, _, cost, _, taken_start, taken_length, start, stored_length, current)
  if start == taken_start and stored_length == taken_length and now < start + stored_length then
    return start, stored_length, math.max(0, current - cost), 0
  end
end

return { parse = parse, text = text, ends = ends, decide = decide, give_back = give_back }
