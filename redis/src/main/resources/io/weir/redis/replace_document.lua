-- Replaces a document, if it is still the one that it should be.
-- KEYS: the document, a hash of version, digest and document.
-- ARGV: the lowest and the highest version it may have now (0: there is none), the digest it must have then or an empty text for any,
--   the version, the digest and the text to write.
-- Reply: 1 if it was replaced, else 0.

local function whole(text)
  local number = tonumber(text)
  if not (number and number >= 0 and number < 9007199254740992 and number % 1 == 0) then
    error('not a whole number below 2^53: ' .. tostring(text))
  end
  return number
end

local now = redis.call('HMGET', KEYS[1], 'version', 'digest')
local version, digest = whole(now[1] or '0'), now[2] or ''
if not (version >= whole(ARGV[1]) and version <= whole(ARGV[2])) or (ARGV[3] ~= '' and ARGV[3] ~= digest) then
  return { 0 }
end
whole(ARGV[4])
redis.call('HSET', KEYS[1], 'version', ARGV[4], 'digest', ARGV[5], 'document', ARGV[6])
return { 1 }
