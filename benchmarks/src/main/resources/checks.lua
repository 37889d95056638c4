-- Checks on keys in a repeated, shuffled order, so that all keys are equally frequent.
-- Arguments: the number of keys, the number of the first key, and the distance between two keys.
local keys, first, step, n = 100000, 0, 7919, 0

function init(args)
  keys = tonumber(args[1]) or keys
  first = tonumber(args[2]) or first
  step = tonumber(args[3]) or step
end

function request()
  n = n + 1
  local key = first + (n * step) % keys
  return "GET /api/v1/rate-limit/check?key=user-" .. string.format("%d", key) .. " HTTP/1.1\r\nHost: localhost\r\n\r\n"
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(95), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout))
end
