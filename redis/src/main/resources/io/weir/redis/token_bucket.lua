-- Twin of TokenBucket.java.

-- $give_back
-- The part of the cost that the bucket has not refilled by now.
if taken > now or (taken == now and taken_rest > 0) then
  local to_come = taken - now
  if to_come < cost or (to_come == cost and taken_rest < cost_rest) then
    cost, cost_rest = to_come, taken_rest
  end
  $without
  return $state
end
