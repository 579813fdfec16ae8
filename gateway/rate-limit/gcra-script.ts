/**
 * The rate limiter (@dnstools/concurrency/rate-limiter) for a server that several gateways ask, in one atomic step on the server's clock.
 * Theoretical arrival times are kept as whole microseconds and a rest in parts of `1 / units` of one, since a unit's
 * time is seldom a whole number: everything stays an integer, and Lua's doubles hold those exactly up to 2^53
 * (units * cost and cost * window stay far below).
 *
 * KEYS[1]: the client. ARGV: `take`, `peek` or `give`; cost; the limit's units; its window in microseconds.
 * Gives back whether it was granted (0 or 1), and what is used, as microseconds and rest, after it.
 */
export const GCRA_SCRIPT = `
local cost, units, window = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local at, rest = now, 0
local kept = redis.call('GET', KEYS[1])
if kept then
  local whole, part = string.match(kept, '^(%d+) (%d+)$')
  at, rest = tonumber(whole) or now, tonumber(part) or 0
  -- All is back; or the clock was set back, or the window was longer once: nobody waits longer than a window.
  if at < now then at, rest = now, 0 elseif at >= now + window then at, rest = now + window, 0 end
end
if ARGV[1] == 'peek' then return { 1, at - now, rest } end
local sum = rest + (ARGV[1] == 'take' and cost or -cost) * window
local after, part = at + math.floor(sum / units), sum % units
if ARGV[1] == 'give' and after < now then after, part = now, 0 end
if after > now + window or (after == now + window and part > 0) then return { 0, at - now, rest } end
if after == now and part == 0 then
  redis.call('DEL', KEYS[1])
else
  -- Forgotten as soon as all is back.
  redis.call('SET', KEYS[1], string.format('%.0f %.0f', after, part), 'PX', math.ceil((after - now) / 1000) + 1)
end
return { 1, after - now, part }
`;
