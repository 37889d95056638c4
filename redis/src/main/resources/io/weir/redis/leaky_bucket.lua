-- Twin of LeakyBucket.java.

-- $give_back
-- The last turn in the queue only: the turns behind an earlier one have been promised already.
if micros == taken and rest == taken_rest then
  $without
  return $state
end
