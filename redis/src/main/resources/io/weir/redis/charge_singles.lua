-- Charges many calls of one enforced charge each, on counters that are texts: the fast way for calls that come together.
-- KEYS: the counters, each once, group by group.
-- ARGV: the groups.
-- Reply: the state of each counter before, then the time.

local groups = first
$groups

if key < #KEYS then
  error('keys without a group: ' .. #KEYS - key)
end
return write_all()
