-- Twin of SlidingWindowCounter.java: the current window's count, and the previous one's by how much of it is in sight.
-- $limit: capacity, length, tick
--   in permits and in µs; a cost is in permits.
-- $ends: start + 2 * stored_length

-- $decide
local taken, changed = 0, false
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

-- The product is below 2^53, so rounding never carries a quotient across a whole number.
local ticks, elapsed = length / tick, math.floor(math.max(0, now - start) / tick)
local beside = math.ceil(math.min(previous, capacity) * (ticks - elapsed) / ticks)

-- All of them together where that fits, else one by one. What is too large to be exact does not fit.
local step = most
while taken < most do
  if current + beside + step * cost <= capacity then
    current, changed, taken = current + step * cost, true, taken + step
  elseif step > 1 then
    step = 1
  else
    if counted and current + beside < capacity then
      current, changed = capacity - beside, true
    end
    break
  end
end

-- $give_back
-- The cost, to the window it was taken in while that is the current or the previous one.
if stored_length ~= taken_rest then
  return
elseif start == taken then
  return start, stored_length, math.max(0, current - cost), previous
elseif start == taken + taken_rest then
  return start, stored_length, current, math.max(0, previous - cost)
end
