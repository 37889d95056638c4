-- Twin of FixedWindow.java: a counter that starts again with every window.
-- State: as in window.lua. Limit: its capacity in permits and its length in µs. Cost: in permits.
-- decide takes the cost up to `most` times, and returns how often, the next state and its life.
-- give_back returns the cost while the window it was taken in lasts.

local function decide(state, now, capacity, length, _, cost, _, most, counted)
  local start, stored_length, current = parse(state)
  local changed, taken = false, 0

  if stored_length ~= length or not is_readable(start, length, current, now) then
    current = now < start + stored_length and current or 0
    start, changed = now - now % length, state and true
  elseif now >= start + length then
    start, current = now - now % length, 0
  end

  while taken < most do
    if not (current + cost <= capacity) then
      if counted and current < capacity then
        current, changed = capacity, true
      end
      break
    end
    current, changed, taken = current + cost, true, taken + 1
  end

  if changed then
    return taken, text(start, length, current, 0), life(start + length - now)
  end
  return taken, state
end

local function give_back(state, now, capacity, length, _, cost, _, taken_start, taken_length)
  local start, stored_length, current = parse(state)
  if start ~= taken_start or stored_length ~= taken_length or now >= start + stored_length then
    return state
  end
  return text(start, stored_length, math.max(0, current - cost), 0), life(start + stored_length - now)
end

return { decide = decide, give_back = give_back }
