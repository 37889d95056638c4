-- Gives back what a call took.
-- KEYS: the counter of each charge taken, the last first.
-- ARGV: for each: algorithm, three numbers of the limit, two of the cost, two of the state right after it was taken.
-- Reply: nothing.

-- All is read before anything is written, since nothing takes back what a script has written before it fails.
local owners, numbers = {}, {}
for i, key in ipairs(KEYS) do
  local at = first + 8 * (i - 1)
  owners[i], numbers[i] = algorithms[ARGV[at]], {}
  if owners[i] == nil then
    error('not the algorithm of ' .. key)
  end
  for k = 1, 7 do
    numbers[i][k] = whole(ARGV[at + k])
  end
end

for i, key in ipairs(KEYS) do
  local owner, of = owners[i], numbers[i]
  if owner.give_back_to then
    owner.give_back_to(key, now, unpack(of))
  else
    local before = call('GET', key)
    if before then
      local s1, s2, s3, s4 =
        owner.give_back(now, of[1], of[2], of[3], of[4], of[5], of[6], of[7], owner.parse(before))
      if s1 then
        write(key, before, owner.text(s1, s2, s3, s4), life(owner.ends(s1, s2) - now))
      end
    end
  end
end
