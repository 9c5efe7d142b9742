-- Bills of a named payer, each under an order id never used before, all due on the day given.
function setup(thread)
  math.randomseed(os.time())
  thread:set("run", math.random(1000000000))
end
local count = 0
function init(args)
  token = args[1]
  day = args[2]
end
function request()
  count = count + 1
  return wrk.format("POST", "/bills",
    { ["authorization"] = "Bearer " .. token, ["content-type"] = "application/json" },
    '{"payer":{"cpf":"52998224725","name":"Maria da Silva"},"amount":"10.50","dueDate":"' .. day .. '","orderId":"b-'
      .. run .. '-' .. count .. '","description":"Two cakes","webhook":{"url":"http://127.0.0.1:9/","customHeaderName":"x-shop","customHeaderValue":"42"}}')
end
