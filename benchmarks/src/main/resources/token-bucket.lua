-- The smallest token bucket in one key and one script. The key holds the time at which the bucket is full again.
-- KEYS: the bucket
-- ARGV: microseconds per permit, microseconds from empty to full
-- reply: 1 if a permit was taken, 0 if there was none
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full_at = (tonumber(redis.call('GET', KEYS[1]) or now))
if full_at < now then
  full_at = now
end
full_at = full_at + ARGV[1]
if full_at - now > tonumber(ARGV[2]) then
  return 0
end
redis.call('SET', KEYS[1], full_at, 'PX', math.ceil((full_at - now) / 1000))
return 1
