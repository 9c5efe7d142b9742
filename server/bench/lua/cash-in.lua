-- A named payer, an order id never used before, everything validated.
local thread_id = 0
function setup(thread)
  math.randomseed(os.time())
  thread:set("run", math.random(1000000000))
end
local count = 0
function init(args) token = args[1] end
function request()
  count = count + 1
  return wrk.format("POST", "/accounts/pix/cashin",
    { ["authorization"] = "Bearer " .. token, ["content-type"] = "application/json" },
    '{"payment":{"payer":{"cpf":"52998224725","name":"Maria da Silva"},"value":{"original":"10.50"}},"transaction":{"orderId":"o-'
      .. run .. '-' .. count .. '","orderDescription":"Two cakes"},"webhook":{"url":"http://127.0.0.1:9/","customHeaderName":"x-shop","customHeaderValue":"42"}}')
end
