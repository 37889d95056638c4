-- Twin of LeakyBucket.java.
-- give_back returns the last turn in the queue only: the turns behind an earlier one have been promised already.

local function give_back(now, full, full_rest, gain, cost, cost_rest, taken, taken_rest, micros, rest)
  if micros == taken and rest == taken_rest then
    return without(now, gain, cost, cost_rest, micros, rest)
  end
end

return { parse = parse, text = text, ends = ends, decide = decide, give_back = give_back }
