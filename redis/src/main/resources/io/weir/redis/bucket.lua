-- Twin of Bucket.java: the arithmetic that token bucket and leaky bucket share.
-- $state: micros, rest
--   micros + rest/gain µs is the instant at which nothing taken will be left; its text is "micros" or "micros rest".
-- $limit: full, full_rest, gain
--   full + full_rest/gain µs is the time of the whole capacity, and cost + cost_rest/gain µs that of a cost.

-- $read
if find(text, '^%d+$') then
  micros = text + 0
else
  micros, rest = match(text, '^(%d+) (%d+)$')
  if not rest then
    error('not a bucket: ' .. text)
  end
  micros, rest = micros + 0, rest + 0
end
if not (micros < 9007199254740992 and rest < 9007199254740992) then
  error('not below 2^53: ' .. text)
end

-- $decide
local taken, changed, beyond = 0, false, micros - now - full
if beyond > 0 or (beyond == 0 and rest > full_rest) then
  micros, rest, changed = now + full, full_rest, true
elseif rest >= gain then
  rest, changed = gain - 1, true
end

-- All of them together where that fits, else one by one. Rests stay exact, as gain is at most 10^12; what else is too large to be
-- exact does not fit.
local step = most
while taken < most do
  local next, next_rest = now + step * cost, step * cost_rest
  if micros >= now then
    next, next_rest = micros + step * cost, rest + next_rest
  end
  if next_rest >= gain then
    local carried = (next_rest - next_rest % gain) / gain
    next, next_rest = next + carried, next_rest - carried * gain
  end
  beyond = next - now - full
  if beyond < 0 or (beyond == 0 and next_rest <= full_rest) then
    micros, rest, changed, taken = next, next_rest, true, taken + step
  elseif step > 1 then
    step = 1
  else
    if counted then
      micros, rest, changed = now + full, full_rest, true
    end
    break
  end
end

-- $write
text, ends = rest == 0 and format('%d', micros) or format('%d %d', micros, rest), micros

-- $without
if micros >= now then
  micros, rest = micros - cost, math.min(rest, gain - 1) - cost_rest
  if rest < 0 then
    micros, rest = micros - 1, rest + gain
  end
end
