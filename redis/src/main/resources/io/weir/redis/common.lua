-- What every script begins with, after the clock.

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

-- The texts of all keys. MGET says of a key of another type that it is not there, which must not make it a fresh counter.
local function read_all()
  local texts, absent = call('MGET', unpack(KEYS)), {}
  for key = 1, #KEYS do
    if not texts[key] then
      absent[#absent + 1] = KEYS[key]
    end
  end
  if #absent > 0 and call('EXISTS', unpack(absent)) > 0 then
    error('not a counter: one of ' .. table.concat(absent, ' '))
  end
  return texts
end

local function write(key, before, after, seconds)
  if after ~= before then
    call('SET', key, after, 'EX', seconds)
  end
end

local algorithms = {}
