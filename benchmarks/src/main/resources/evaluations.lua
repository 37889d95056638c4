-- Requests for /evaluate of users in a repeated, shuffled order, so that all users are equally frequent.
-- Argument: the number of users.
local users, step, n = 100000, 7919, 0
local head = "POST /api/v1/rate-limit/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "

function init(args)
  users = tonumber(args[1]) or users
end

function request()
  n = n + 1
  local user = (n * step) % users
  local body = string.format(
    '{"method":"POST","path":"/api/v1/orders/%d","host":"shop.example.com","ip":"10.%d.%d.%d","user":"user-%d",'
      .. '"tenant":"tenant-%d","tier":"premium","headers":{"X-Api-Version":"2"}}',
    n % 1000, user / 65536 % 256, user / 256 % 256, user % 256, user, user % 100)
  return head .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(95), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout))
end
