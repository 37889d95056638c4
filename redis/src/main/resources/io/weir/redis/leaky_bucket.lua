-- Twin of LeakyBucket.java.
-- give_back returns the last turn in the queue only: the turns behind an earlier one have been promised already.

local function give_back(state, now, full, full_rest, gain, cost, cost_rest, taken, taken_rest)
  local micros, rest = parse(state)
  if micros ~= taken or rest ~= taken_rest then
    return state
  end
  return without(micros, rest, now, gain, cost, cost_rest)
end

return { decide = decide, give_back = give_back }
