-- Replaces a document if it still is the expected one.
--
-- KEYS[1]: the document, a hash with the fields version, digest and document.
-- ARGV[1], ARGV[2]: the lowest and the highest version that the stored document may have; 0 stands for no document.
-- ARGV[3]: the digest that the stored document must have, or an empty text for any digest.
-- ARGV[4], ARGV[5], ARGV[6]: the version, the digest and the text to write.
-- Reply: 1 if the document was replaced, else 0.

local function whole(text)
  local number = tonumber(text)
  if not (number and number >= 0 and number < 9007199254740992 and number % 1 == 0) then
    error('not a whole number below 2^53: ' .. tostring(text))
  end
  return number
end

local stored = redis.call('HMGET', KEYS[1], 'version', 'digest')
local version, digest = whole(stored[1] or '0'), stored[2] or ''
if not (version >= whole(ARGV[1]) and version <= whole(ARGV[2])) or (ARGV[3] ~= '' and ARGV[3] ~= digest) then
  return { 0 }
end
whole(ARGV[4])
redis.call('HSET', KEYS[1], 'version', ARGV[4], 'digest', ARGV[5], 'document', ARGV[6])
return { 1 }
