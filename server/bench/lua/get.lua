-- Reads one path after another from a file, with the token given.
local paths = {}
local count = 0
function init(args)
  token = args[1]
  for line in io.lines(args[2]) do paths[#paths + 1] = line end
  count = math.random(#paths)
end
function request()
  count = count + 7919
  return wrk.format("GET", paths[count % #paths + 1], { ["authorization"] = "Bearer " .. token })
end
