-- Twin of Window.java: the permits taken in one aligned window of time, and in the one before it.
-- State: start and length of the window in µs, the current and the previous count; its text leaves out a previous of 0.

local function parse(text)
  if not text then
    return 0, 0, 0, 0
  end
  local start, length, current, previous = match(text, '^(%d+) (%d+) (%d+) ?(%d*)$')
  return whole(start), whole(length), whole(current), previous == '' and 0 or whole(previous)
end

local function text(start, length, current, previous)
  if previous == 0 then
    return format('%d %d %d', start, length, current)
  end
  return format('%d %d %d %d', start, length, current, previous)
end

-- Whether it lies not ahead of now, or by one length at most; an empty one ahead cannot be read.
local function is_readable(start, length, permits, now)
  return start <= now or (start <= now + length and permits > 0)
end
