/**
 * The rate limiter (@dnstools/concurrency/rate-limiter) as a Redis script for several gateways. Each call is one
 * atomic step that uses the server's clock. A theoretical arrival time is stored as whole microseconds and a remainder
 * in `1 / units` of a microsecond, because the time in which a unit is restored is rarely a whole number. Therefore
 * all values are integers, which Lua's doubles represent exactly up to 2^53 (units * cost and cost * window are far
 * below this). KEYS[1] is the client. ARGV is `take`, `peek` or `give`; the cost; the units of the limit; its window
 * in microseconds. Returns 1 if the units were granted and 0 if not, followed by the used time as microseconds and
 * remainder.
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
  -- Either all units are restored; or the clock was set back or the window was shortened, and the time is cut to one window.
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
  -- Expires as soon as all units are restored.
  redis.call('SET', KEYS[1], string.format('%.0f %.0f', after, part), 'PX', math.ceil((after - now) / 1000) + 1)
end
return { 1, after - now, part }
`;
