"""pypix-api, a published client for several banks, against the simulated partner of one of them.

Its one change is the address. The settings come as JSON on the standard input; what the calls answered goes out as JSON.
"""

import json
import sys
import time

import requests
from pypix_api.auth.oauth2 import OAuth2Client
from pypix_api.banks.bb import BBPixAPI
from pypix_api.banks.inter import InterPixAPI
from pypix_api.banks.sicoob import SicoobPixAPI
from pypix_api.banks.sicredi import SicrediPixAPI

# The class, where its addresses begin, where tokens come from, and how the secret is sent (None: not at all).
banks = {
    "bb": (BBPixAPI, "/pix/v2", "/oauth/token", "basic"),
    "inter": (InterPixAPI, "/pix/v2", "/oauth/v2/token", "body"),
    "sicoob": (SicoobPixAPI, "/pix/api/v2", "/auth/realms/cooperado/protocol/openid-connect/token", None),
    "sicredi": (SicrediPixAPI, "/api", "/oauth/token", "basic"),
}

given = json.load(sys.stdin)
bank, base, token, style = banks[given["dialect"]]
bank.BASE_URL = given["url"] + base
secret = {} if style is None else {"client_secret": given["clientSecret"], "client_auth": style}
oauth = OAuth2Client(
    given["url"] + token, given["clientId"], cert=given["certificate"], pvk=given["privateKey"], **secret
)
scopes = [f"{name}.{verb}" for name in ("cob", "pix", "webhook", "payloadlocation") for verb in ("read", "write")]
client = bank(oauth, scopes=scopes)
since, until = "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"
key, txid = given["key"], given["txid"]
seen = {}

client.configurar_webhook(key, given["webhook"])
seen["webhook"] = client.consultar_webhook(key)
body = {"calendario": {"expiracao": 3600}, "valor": {"original": "10.00"}, "chave": key}
seen["charge"] = client.criar_cob(txid, body)
seen["altered"] = client.revisar_cob(txid, {"valor": {"original": "12.00"}})
pay = f"{given['control']}/charges/{given['dialect']}/{txid}/pay"
requests.post(pay, timeout=10).raise_for_status()
seen["paid"] = client.consultar_cob(txid)
if given["lists"]:
    seen["charges"] = client.consultar_cobs(since, until, status="CONCLUIDA")
seen["list"] = client.consultar_pix(since, until, txid=txid)
received = seen["paid"]["pix"][0]["endToEndId"]
seen["received"] = client.consultar_pix_por_e2eid(received)
seen["refund"] = client.solicitar_devolucao_pix(received, "r1", {"valor": "2.00"})
for _ in range(100):
    seen["refunded"] = client.consultar_devolucao_pix(received, "r1")
    if seen["refunded"]["status"] == "DEVOLVIDO":
        break
    time.sleep(0.1)
seen["location"] = client.criar_location("cob")
seen["locations"] = client.listar_locations(since, until, tipo_cob="cob")
client.excluir_webhook(key)
json.dump(seen, sys.stdout)
