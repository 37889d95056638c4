algorithms.$name = {
  parse = function(text)
    local $state = 0, 0, 0, 0
    if text then
      $read
    end
    return $state
  end,

  -- Takes the cost up to `most` times, and returns how often, and the next state if it is another one.
  decide = function(now, $limit, cost, cost_rest, most, counted, $state)
    $decide
    if changed then
      return taken, $state
    end
    return taken
  end,

  write = function(key, before, $state)
    local text, ends, less
    $write
    if less then
      call('DECRBY', key, format('%d', less))
    elseif text ~= before then
      call('SET', key, text, 'EX', life(ends - now))
    end
  end,

  -- Returns the next state, if it is another one. taken, taken_rest: what the state began with right after the cost was taken.
  give_back = function(now, $limit, cost, cost_rest, taken, taken_rest, $state)
    $give_back
  end,
}
