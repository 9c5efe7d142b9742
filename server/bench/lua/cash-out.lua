-- Cash-outs of one real, each under an order id of its own, taking turns over the tokens given in a file.
function setup(thread)
  math.randomseed(os.time())
  thread:set("run", math.random(1000000000))
end
local count = 0
local tokens = {}
function init(args)
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
end
function request()
  count = count + 1
  return wrk.format("POST", "/accounts/pix/cashout",
    { ["authorization"] = "Bearer " .. tokens[count % #tokens + 1], ["content-type"] = "application/json" },
    '{"payment":{"recipient":{"name":"Joao de Souza","cpf":"39053344705"},"key":{"type":"EMAIL","value":"joao@example.com"},"value":"1.00"},"transaction":{"orderId":"o-'
      .. run .. '-' .. count .. '"},"webhook":{"url":"http://127.0.0.1:9/"}}')
end
