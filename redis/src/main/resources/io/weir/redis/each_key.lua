elseif algorithm == '$name' then
  -- In one piece: calls of functions, and passing them all these numbers, would take longer than the arithmetic.
  local $limit = n1, n2, n3
  local usual
  $alike
  for i = key + 1, key + keys do
    local text, ends, less, $state = before[i], 0, nil, 0, 0, 0, 0
    $usual
    if usual then
      after[i] = usual
    else
      if text then
        $read
      end
      $decide
      enough = enough and taken == most
      if changed then
        $write
        if less then
          after[i] = texts[less]
        else
          after[i], lasts[i] = text, texts[(ends > now and ceil((ends - now) / 1000000) or 0) + spare]
        end
      end
    end
  end
