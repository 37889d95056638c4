-- Twin of Bucket.java: the arithmetic that token bucket and leaky bucket share.
-- $state: micros, rest, stored
--   micros + rest/gain µs is the instant at which nothing taken will be left; its text is "micros" or "micros rest", or "-micros" of a
--   key in use, which is kept up to 16 s longer, so that it can be counted on without setting its expiry each time. stored: the first
--   number of the text.
-- $limit: full, full_rest, gain
--   full + full_rest/gain µs is the time of the whole capacity, and cost + cost_rest/gain µs that of a cost.

-- $alike
-- A key in use can be counted on by all calls together, if it has enough for them and its expiry need not be set.
local all = most * cost
local less_for_all = texts[all]
local highest = cost_rest == 0 and now + full - all or -1

-- $usual
local last = text and find(text, '^%-%d+$') and -text
usual = nil
if last then
  local base = last < now and now or last
  if base <= highest and base + all < last - last % 16000000 + 16000000 then
    usual = base == last and less_for_all or format('%d', base + all - last)
  end
end

-- $read
if find(text, '^%-?%d+$') then
  stored = text + 0
  micros = stored < 0 and -stored or stored
else
  micros, rest = match(text, '^(%d+) (%d+)$')
  if not rest then
    error('unreadable counter: not a bucket')
  end
  micros, rest, stored = micros + 0, rest + 0, micros + 0
end
if not (micros < 9007199254740992 and rest < 9007199254740992) then
  error('unreadable counter: not below 2^53')
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
local last, span = stored < 0 and -stored or stored, 16000000
if stored < 0 and rest == 0 and micros >= last and micros < last - last % span + span then
  less = micros - last
elseif stored ~= 0 and rest == 0 then
  text, ends = format('-%d', micros), micros - micros % span + span
else
  text, ends = rest == 0 and format('%d', micros) or format('%d %d', micros, rest), micros
end

-- $without
if micros >= now then
  micros, rest = micros - cost, math.min(rest, gain - 1) - cost_rest
  if rest < 0 then
    micros, rest = micros - 1, rest + gain
  end
end
