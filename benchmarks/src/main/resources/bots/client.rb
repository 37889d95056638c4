# Sends one request: ruby client.rb <url> [<agent>]
require 'net/http'

uri = URI(ARGV[0])
request = Net::HTTP::Get.new(uri)
request['User-Agent'] = ARGV[1] if ARGV[1]
Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
