-- Asks every line of a file once, "path<tab>body", with the method and the token given; says when all are answered.
local lines = {}
local asked = -1 -- wrk forms one request in advance, and does not send it
local answered = 0
function init(args)
  method = args[1]
  headers = { ["authorization"] = "Bearer " .. args[2], ["content-type"] = "application/json" }
  for line in io.lines(args[3]) do lines[#lines + 1] = line end
end
function request()
  asked = asked + 1
  if asked > #lines then return "" end -- nothing more on this connection
  local path, body = lines[math.max(asked, 1)]:match("^([^\t]+)\t(.*)$")
  return wrk.format(method, path, headers, body)
end
function response()
  answered = answered + 1
  if answered == #lines then
    io.stdout:write("all are answered\n")
    io.stdout:flush()
  end
end
