/**
 * Token buckets in Redis, like `TokenBucket` of `@utpid/service`. The script counts in integer fractions of a token, so
 * that nothing is rounded and all processes and servers compute the same numbers. The script checks all buckets of a
 * request before it takes tokens, so that a rejection by one bucket takes nothing from other buckets.
 *
 * KEYS: the buckets. ARGV: `take`, `give` or `look`; the time in milliseconds, or empty for the server's time; then
 * requests and seconds of each bucket.
 *
 * Returns 1 if allowed, else 0; then for each bucket: remaining tokens, milliseconds to the next token, milliseconds
 * until full. A missing bucket counts as full, so each bucket expires some time after it would be full.
 */
export const BUCKET_SCRIPT = `
local mode, now = ARGV[1], tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local buckets, allowed = {}, 1
for i, key in ipairs(KEYS) do
  local requests, seconds = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  local token = seconds * 1000
  local capacity = requests * token
  local level, at = capacity, now
  local kept = redis.call('HMGET', key, 'level', 'at', 'requests', 'seconds')
  if kept[1] then
    local wasRequests, wasToken = tonumber(kept[3]), tonumber(kept[4]) * 1000
    level, at = tonumber(kept[1]), tonumber(kept[2])
    -- A clock that was set back gives nothing and takes nothing.
    if now > at then
      level = math.min(wasRequests * wasToken, level + (now - at) * wasRequests)
      at = now
    end
    -- Under another rule as many tokens are used as were before.
    if wasRequests ~= requests or wasToken ~= token then
      local used = math.ceil((wasRequests * wasToken - level) / wasToken)
      level = math.max(0, requests - used) * token
    end
  end
  if level < token then allowed = 0 end
  buckets[i] = { key = key, requests = requests, seconds = seconds, token = token, capacity = capacity, level = level, at = at }
end
local answer = { allowed }
for i, bucket in ipairs(buckets) do
  if mode == 'take' and allowed == 1 then bucket.level = bucket.level - bucket.token end
  if mode == 'give' then bucket.level = math.min(bucket.capacity, bucket.level + bucket.token) end
  local toFull = math.ceil((bucket.capacity - bucket.level) / bucket.requests)
  if mode ~= 'look' then
    redis.call('HSET', bucket.key, 'level', string.format('%.0f', bucket.level), 'at', string.format('%.0f', bucket.at),
      'requests', bucket.requests, 'seconds', bucket.seconds)
    redis.call('PEXPIRE', bucket.key, toFull + 60000)
  end
  answer[#answer + 1] = math.floor(bucket.level / bucket.token)
  answer[#answer + 1] = math.max(0, math.ceil((bucket.token - bucket.level) / bucket.requests))
  answer[#answer + 1] = toFull
end
return answer
`
