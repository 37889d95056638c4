-- Twin of FixedWindow.java: a counter that starts again with every window.
-- $limit: capacity, length, _
--   in permits and in µs; a cost is in permits. What is counted goes on beyond the capacity.
-- $ends: start + stored_length

-- $decide
local taken, changed = 0, false
if stored_length ~= length or not (start <= now or (start <= now + length and current > 0)) then
  changed = start > 0
  current = now < start + stored_length and current or 0
  start, stored_length = now - now % length, length
elseif now >= start + length then
  start, current = now - now % length, 0
end
previous = 0

-- All of them together where that fits, else one by one. What is too large to be exact does not fit.
local step = most
while taken < most do
  if current + step * cost <= capacity then
    current, changed, taken = current + step * cost, true, taken + step
  elseif step > 1 then
    step = 1
  else
    if counted then
      current, changed = math.min(current + cost, 9007199254740991), true
    end
    break
  end
end

-- $give_back
-- The cost, while the window it was taken in lasts.
if start == taken and stored_length == taken_rest and now < start + stored_length then
  return start, stored_length, math.max(0, current - cost), 0
end
