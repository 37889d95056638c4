-- What every script begins with, after the clock. Redis makes these functions anew with every call: no more than all need.
-- A counter that no script wrote is an error that begins with 'unreadable counter', before anything is written. No error says what
-- is stored or what a key is called: whoever chose these could make it read like another error.

local call, find, format, match = redis.call, string.find, string.format, string.match

-- Two numbers, three of a limit and two of a cost, 8 bytes each: whole whatever they are.
local function numbers(bytes)
  local first, second, n1, n2, n3, cost, cost_rest = struct.unpack('>I8I8I8I8I8I8I8', bytes)
  if not (#bytes == 56 and math.max(first, second, n1, n2, n3, cost, cost_rest) < 9007199254740992) then
    error('not seven numbers below 2^53')
  end
  return first, second, n1, n2, n3, cost, cost_rest
end

-- A key's life in seconds: until it says nothing any more, rounded up, and a little. A text, since call is slow with numbers.
local function life(micros)
  return format('%d', (micros > 0 and math.ceil(micros / 1000000) or 0) + spare)
end
