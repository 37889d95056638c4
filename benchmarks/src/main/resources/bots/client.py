"""Sends one request: client.py <library> <url> [<agent>]"""

import asyncio
import sys

library, url = sys.argv[1:3]
headers = {"User-Agent": sys.argv[3]} if len(sys.argv) > 3 else {}

if library == "urllib":
    import urllib.request

    urllib.request.urlopen(urllib.request.Request(url, headers=headers)).read()
elif library == "requests":
    import requests

    requests.get(url, headers=headers)
elif library == "httpx":
    import httpx

    httpx.get(url, headers=headers)
elif library == "aiohttp":
    import aiohttp

    async def main():
        async with aiohttp.ClientSession() as session:
            async with session.get(url, headers=headers) as response:
                await response.read()

    asyncio.run(main())
