-- Requests for /evaluate by the holder of one API key, from many addresses.
-- Arguments: the field that says whose request it is; more headers, as JSON.
local field, headers, n = "", "", 0
local head = "POST /api/v1/rate-limit/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "

function init(args)
  field = args[1]
  headers = args[2] or ""
end

function request()
  n = n + 1
  local body = string.format(
    '{"method":"POST","path":"/api/v1/orders/%d","host":"shop.example.com","ip":"10.%d.%d.%d",%s,'
      .. '"headers":{"X-Api-Version":"2"%s}}',
    n % 1000, n / 65536 % 256, n / 256 % 256, n % 256, field, headers)
  return head .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(95), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
