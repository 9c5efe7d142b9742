-- Moves one real out of the accounts given in a file, in turns, each under a reference of its own.
function setup(thread)
  math.randomseed(os.time())
  thread:set("run", math.random(1000000000))
end
local count = 0
local accounts = {}
function init(args)
  for line in io.lines(args[1]) do accounts[#accounts + 1] = line end
end
function request()
  count = count + 1
  local account = accounts[count % #accounts + 1]
  return wrk.format("POST", "/v2/bench/transactions", { ["content-type"] = "application/json" },
    '{"postings":[{"source":"merchants:' .. account .. '","destination":"payouts:' .. account
      .. '","amount":100,"asset":"BRL/2"}],"reference":"o-' .. run .. '-' .. count .. '"}')
end
