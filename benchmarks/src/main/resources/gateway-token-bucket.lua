-- A token bucket with the decisions and the state of Spring Cloud Gateway's RequestRateLimiter, in whole seconds.
-- KEYS: the tokens left, the second of the last request
-- ARGV: tokens per second, most tokens, tokens wanted
-- reply: 1 or 0, the tokens left
local rate = tonumber(ARGV[1])
local most = tonumber(ARGV[2])
local wanted = tonumber(ARGV[3])
local lifetime = math.floor(most / rate * 2)
local now = tonumber(redis.call('TIME')[1])
local left = tonumber(redis.call('GET', KEYS[1])) or most
local last = tonumber(redis.call('GET', KEYS[2])) or 0
left = math.min(most, left + math.max(0, now - last) * rate)
local allowed = 0
if left >= wanted then
  allowed = 1
  left = left - wanted
end
if lifetime > 0 then
  redis.call('SETEX', KEYS[1], lifetime, left)
  redis.call('SETEX', KEYS[2], lifetime, now)
end
return {allowed, left}
