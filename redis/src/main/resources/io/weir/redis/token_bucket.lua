-- Twin of TokenBucket.java.

-- $give_back
-- The cost, unless the bucket would by now have refilled it by itself.
if taken > now or (taken == now and taken_rest > 0) then
  $without
  return $state
end
