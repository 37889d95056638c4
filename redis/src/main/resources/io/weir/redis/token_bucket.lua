-- Twin of TokenBucket.java.
-- give_back returns the cost unless the bucket would by now have refilled it by itself.

local function give_back(now, full, full_rest, gain, cost, cost_rest, taken, taken_rest, micros, rest)
  if taken > now or (taken == now and taken_rest > 0) then
    return without(now, gain, cost, cost_rest, micros, rest)
  end
end

return { parse = parse, text = text, ends = ends, decide = decide, give_back = give_back }
