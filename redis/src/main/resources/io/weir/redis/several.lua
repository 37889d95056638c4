-- What scripts need that may charge several counters, of several algorithms.

local KEYS, ARGV, ceil = KEYS, ARGV, math.ceil

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

-- How long keys live, by whole seconds. Each text is made once: the keys of a batch mostly live equally long.
local lives = setmetatable({}, {
  __index = function(made, seconds)
    made[seconds] = life(1000000 * seconds)
    return made[seconds]
  end,
})

local function write(key, before, after, seconds)
  if after ~= before then
    call('SET', key, after, 'EX', seconds)
  end
end
