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
    error('unreadable counter: of another type')
  end
  return texts
end

-- Numbers as texts, each made once: those of a batch are mostly the same.
local texts = setmetatable({}, {
  __index = function(made, number)
    made[number] = format('%d', number)
    return made[number]
  end,
})
