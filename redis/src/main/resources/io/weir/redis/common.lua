-- What every script begins with, after the clock. Redis makes these functions anew with every call: no more than all need.

local call, find, format, match = redis.call, string.find, string.format, string.match

-- Comparisons with NaN are false, so every check here and elsewhere asks for what is right, never for what is wrong.
local function whole(text)
  local number = tonumber(text)
  if not (number and number >= 0 and number < 9007199254740992 and number % 1 == 0) then
    error('not a whole number below 2^53: ' .. tostring(text))
  end
  return number
end

-- How often to do something: bounded, so that no argument can make a script run for ever.
local function times(text, most)
  local number = whole(text)
  if not (number <= most) then
    error('more than ' .. most .. ': ' .. text)
  end
  return number
end

-- A key's life in seconds: until it says nothing any more, rounded up, and a little. A text, since call is slow with numbers;
-- kept, since the keys of a batch have few different ones.
local lives = {}
local function life(micros)
  local seconds = micros > 0 and math.ceil(micros / 1000000) or 0
  local text = lives[seconds]
  if not text then
    text = format('%d', seconds + spare)
    lives[seconds] = text
  end
  return text
end
