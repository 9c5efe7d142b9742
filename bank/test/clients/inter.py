"""Inter's own client for Python against the simulated bank: every call that the bank supports, in the order of a day.

Its one change is the address. The settings come as JSON on the standard input; what the calls answered goes out as JSON.
"""

import json
import sys
import time
from datetime import datetime, timedelta, timezone

import requests
from inter_sdk_python.banking.models.CallbackRetrieveFilter import CallbackRetrieveFilter as PayoutCallbacks
from inter_sdk_python.banking.models.FilterRetrieveEnrichedStatement import FilterRetrieveEnrichedStatement
from inter_sdk_python.banking.models.Key import Key
from inter_sdk_python.banking.models.Pix import Pix
from inter_sdk_python.commons.enums.EnvironmentEnum import EnvironmentEnum
from inter_sdk_python.commons.exceptions.SdkException import SdkException
from inter_sdk_python.InterSdk import InterSdk
from inter_sdk_python.pix.enums.DevolutionNature import DevolutionNature
from inter_sdk_python.pix.enums.ImmediateBillingType import ImmediateBillingType
from inter_sdk_python.pix.models.Calendar import Calendar
from inter_sdk_python.pix.models.CallbackRetrieveFilter import CallbackRetrieveFilter
from inter_sdk_python.pix.models.Debtor import Debtor
from inter_sdk_python.pix.models.DevolutionRequestBody import DevolutionRequestBody
from inter_sdk_python.pix.models.PixBilling import PixBilling
from inter_sdk_python.pix.models.PixValue import PixValue
from inter_sdk_python.pix.models.RetrievedPixFilter import RetrievedPixFilter
from inter_sdk_python.pix.models.RetrieveImmediateBillingsFilter import RetrieveImmediateBillingsFilter
from inter_sdk_python.pix.models.RetrieveLocationFilter import RetrieveLocationFilter

given = json.load(sys.stdin)
EnvironmentEnum.SANDBOX._url_base = given["url"]
sys.stdout = sys.stderr
inter = InterSdk("SANDBOX", given["clientId"], given["clientSecret"], given["certificate"], "")
inter.set_account("12345678")
pix, banking = inter.pix(), inter.banking()
since, until = "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"
today = (datetime.now(timezone.utc) - timedelta(hours=3)).strftime("%Y-%m-%d")
key = given["key"]
seen = {}


def await_value(read, wanted):
    """Reads until there is what is wanted, or gives up."""
    for _ in range(100):
        value = read()
        if wanted(value):
            return value
        time.sleep(0.1)
    raise TimeoutError(f"{value}")


pix.include_webhook(key, given["webhook"])
seen["webhook"] = pix.retrieve_webhook(key).to_dict()
banking.include_webhook("pix-pagamento", given["webhook"])
seen["payoutWebhook"] = banking.retrieve_webhook("pix-pagamento").to_dict()

terms = PixBilling(
    txid=given["txid"],
    calendar=Calendar(expiration=3600),
    debtor=Debtor(cpf="52998224725", name="Maria da Silva"),
    value=PixValue(original="10.00"),
    key=key,
)
seen["charge"] = pix.include_immediate_billing(terms).to_dict()
terms.value = PixValue(original="12.00")
seen["altered"] = pix.review_immediate_billing(terms).to_dict()
without_txid = PixBilling(calendar=Calendar(expiration=60), value=PixValue(original="1.00"), key=key)
seen["chosen"] = pix.include_immediate_billing(without_txid).to_dict()
requests.post(f"{given['control']}/charges/inter/{given['txid']}/pay", timeout=10).raise_for_status()
paid = pix.retrieve_immediate_billing(given["txid"])
seen["paid"] = paid.to_dict()
# Its filter by status sends the name of a Python class, which no bank takes.
every = RetrieveImmediateBillingsFilter()
seen["charges"] = [one.txid for one in pix.retrieve_immediate_billing_list(since, until, every)]
received = paid.pix_transactions[0].end_to_end_id
seen["received"] = pix.retrieve_pix(received).to_dict()
seen["list"] = [one.end_to_end_id for one in pix.retrieve_pix_list(since, until, RetrievedPixFilter())]
order = DevolutionRequestBody(value="2.00", nature=DevolutionNature.ORIGINAL, description="Parte")
pix.request_devolution(received, "r1", order)
seen["refund"] = await_value(lambda: pix.retrieve_devolution(received, "r1"), lambda it: it.status == "DEVOLVIDO").to_dict()

location = pix.include_location(ImmediateBillingType.cob)
seen["location"] = pix.retrieve_location(str(location.id)).to_dict()
seen["locations"] = len(pix.retrieve_locations_list(since, until, RetrieveLocationFilter()))
pix.unlink_location(str(paid.loc.id))

sent = banking.include_pix(Pix(amount="5.00", recipient=Key(key="joao@mail.test"), description="Pedido"))
seen["sent"] = sent.to_dict()
read = lambda: banking.retrieve_pix(sent.request_code)
seen["payout"] = await_value(read, lambda it: it.pix_transaction.status.value == "PAGO").to_dict()
seen["balance"] = float(banking.retrieve_balance(today).available)
seen["statement"] = len(banking.retrieve_statement(today, today).transactions)
rows = banking.retrieve_enriched_statement_with_range(today, today, FilterRetrieveEnrichedStatement("C"))
seen["credits"] = [one.to_dict() for one in rows]
banking.retrieve_statement_in_pdf(today, today, given["file"])

callbacks = lambda: pix.retrieve_callbacks_in_range(since, until, CallbackRetrieveFilter())
seen["callbacks"] = [one.to_dict() for one in await_value(callbacks, lambda found: len(found or []) > 0)]
ended = lambda: banking.retrieve_callback("pix-pagamento", since, until, PayoutCallbacks())
seen["payoutCallbacks"] = [one.to_dict() for one in await_value(ended, lambda found: len(found or []) > 0)]
pix.delete_webhook(key)
banking.delete_webhook("pix-pagamento")
try:
    pix.retrieve_webhook(key)
except SdkException as refused:
    seen["refused"] = refused.error.title
sys.__stdout__.write(json.dumps(seen, default=str))
