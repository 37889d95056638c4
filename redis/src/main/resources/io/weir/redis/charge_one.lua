-- Charges calls that are all alike, of one enforced charge on a counter that is a text: the fast way for a lone call, in one piece,
-- as Redis would make functions anew with every call.
-- KEYS: the counter.
-- ARGV: 1, calls, three numbers of the limit, two of the cost, together.
-- Reply: the state of the counter before, then the time.

local before, counted = call('GET', KEYS[1]), false
local _, most, n1, n2, n3, cost, cost_rest = numbers(ARGV[first])
if not (most <= 1024) then
  error('too many calls: ' .. most)
end
local $limit = n1, n2, n3
local text, ends, less, $state = before, 0, nil, 0, 0, 0, 0
if text then
  $read
end
$decide
if changed then
  $write
  if less then
    call('DECRBY', KEYS[1], format('%d', less))
  elseif text ~= before then
    call('SET', KEYS[1], text, 'EX', life(ends - now))
  end
end
return { before, now }
