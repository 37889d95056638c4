-- Twin of TokenBucket.java.
-- give_back returns the cost unless the bucket would by now have refilled it by itself.

local function give_back(state, now, full, full_rest, gain, cost, cost_rest, taken, taken_rest)
  if taken < now or (taken == now and taken_rest == 0) then
    return state
  end
  local micros, rest = parse(state)
  return without(micros, rest, now, gain, cost, cost_rest)
end

return { decide = decide, give_back = give_back }
