-- A clock for tests: the first argument. This clock also expires the keys: at once when their life is over, and not by
-- the time of Redis. The hash "mortal" has the expiry of each key in microseconds, and "deaths", how many have expired.
-- luacheck: ignore 211
local now, first, spare = tonumber(ARGV[1]), 2, 1

local mortal = redis.call('HGETALL', 'mortal')
for i = 1, #mortal, 2 do
  if mortal[i] ~= 'deaths' and tonumber(mortal[i + 1]) <= now then
    redis.call('HDEL', 'mortal', mortal[i])
    redis.call('HINCRBY', 'mortal', 'deaths', redis.call('DEL', mortal[i]))
  end
end

local real = redis
local redis = {
  call = function(command, key, ...)
    local arguments = { ... }
    local seconds = command == 'EXPIRE' and arguments[1] or command == 'SET' and arguments[2] == 'EX' and arguments[3]
    if seconds then
      real.call('HSET', 'mortal', key, string.format('%.0f', now + 1000000 * seconds))
    end
    if command == 'EXPIRE' then
      return 1
    elseif seconds then
      return real.call('SET', key, arguments[1])
    end
    return real.call(command, key, ...)
  end
}
