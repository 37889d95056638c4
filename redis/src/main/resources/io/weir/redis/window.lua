-- Twin of Window.java: the permits taken in one aligned window of time, and in the one before it.
-- $state: start, stored_length, current, previous
--   start and length of the window in µs, the counts of it and of the one before; the text leaves out a previous of 0.
-- $alike: -- Nothing is known before a window is read,
-- $usual: -- and none is easier than the others.

-- $read
start, stored_length, current, previous = match(text, '^(%d+) (%d+) (%d+) ?(%d*)$')
if not start then
  error('unreadable counter: not a window')
end
start, stored_length, current, previous =
  start + 0, stored_length + 0, current + 0, previous == '' and 0 or previous + 0
if not (math.max(start, stored_length, current, previous) < 9007199254740992) then
  error('unreadable counter: not below 2^53')
end

-- $write
text = format(previous == 0 and '%d %d %d' or '%d %d %d %d', start, stored_length, current, previous)
ends = $ends
