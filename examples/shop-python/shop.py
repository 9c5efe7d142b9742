"""A small shop that is paid by Pix. Start it beside a Trilho server: python3 examples/shop-python/shop.py"""

import json
import os
import threading
import uuid

from trilho import Trilho, TrilhoError, verify
from web import DONE, MISSING, as_json, serve

TRILHO_URL = os.environ.get("TRILHO_URL", "http://127.0.0.1:3000")
PORT = int(os.environ.get("PORT", "4002"))
WEBHOOK_URL = f"http://127.0.0.1:{PORT}/webhook"
try:
    with open(os.environ.get("TRILHO_KEYS", ".trilho/sandbox.json"), encoding="utf-8") as file:
        KEYS = json.load(file)
    trilho = Trilho(TRILHO_URL, KEYS["accessKey"], KEYS["secret"])
    IS_SANDBOX = trilho.is_sandbox()  # only there a button can pay
except (FileNotFoundError, TrilhoError) as error:
    raise SystemExit(f'{error}\nIs Trilho running? "npm start" starts it.') from None

# Prices are the shop's: a browser only says what it wants. Money is text, never a float.
PRODUCTS = [
    {"id": "pao-de-queijo", "name": "Pão de queijo", "note": "Meia dúzia, saindo do forno", "price": "12.00"},
    {"id": "bolo-de-fuba", "name": "Bolo de fubá", "note": "Uma fatia, com goiabada", "price": "9.50"},
]

# Who pays by the button of a sandbox: the charge leaves it open.
TEST_PAYER = {"name": "Maria da Silva", "taxNumber": "52998224725"}

# In memory, and gone when the shop stops. A real shop has both in its database.
orders = {}
seen_events = set()
one_event_at_a_time = threading.Lock()


def create_order(product):
    """The charge carries our order id: sent again after a lost response, it returns the same charge."""
    order_id = str(uuid.uuid4())  # cannot be guessed: the address of an order is enough to see it
    charge = trilho.call(
        "POST",
        "/accounts/pix/cashin",
        {
            "payment": {"value": {"original": product["price"]}, "expiresIn": 15 * 60},
            "transaction": {"orderId": order_id, "orderDescription": product["name"]},
            "webhook": {"url": WEBHOOK_URL},
        },
    )
    orders[order_id] = {
        "id": order_id,
        "product": product["name"],
        "price": product["price"],
        "transactionId": charge["transaction"]["id"],
        "qrCode": charge["payment"]["qrCode"],
        "qrImage": charge["payment"]["qrCodeLocation"] + ".svg",
        "state": "waiting",
        "receipt": None,
    }
    return orders[order_id]


# What an event makes of its order. Other events change nothing.
STATE_AFTER = {
    "Completed": "paid",
    "Cancelled": "closed",
    "Error": "closed",
    "Reversed": "returned",
    "Refunded": "returned",
}


def receive_webhook(body, headers, _id):
    """The only way to be paid. What Trilho did not sign changes nothing; what came before is not done twice."""
    try:
        event_id, event = verify(body, headers, KEYS["webhookSecret"])
    except ValueError as error:
        return as_json(400, {"message": str(error)})
    with one_event_at_a_time:
        order, state = orders.get(event.get("transactionOrderId")), STATE_AFTER.get(event.get("transactionState"))
        # Not every event is about an order we know: the shop was restarted, or another program has the same keys.
        is_ours = order is not None and order["transactionId"] == event["id"]
        if event_id not in seen_events and is_ours and state is not None:
            order.update(state=state, receipt=event["transactionReceipt"])
            print(f"order {order['id']} is {state}: {order['product']}", flush=True)
        seen_events.add(event_id)
    return DONE


def post_order(body, _headers, _id):
    wanted = json.loads(body)
    product = next((one for one in PRODUCTS if {"productId": one["id"]} == wanted), None)
    return MISSING if product is None else as_json(201, create_order(product))


def show_order(_body, _headers, order_id):
    return as_json(200, {**orders[order_id], "isSandbox": IS_SANDBOX}) if order_id in orders else MISSING


def pay_order(_body, _headers, order_id):
    if order_id not in orders or not IS_SANDBOX:
        return MISSING
    trilho.call("PUT", f"/sandbox/transactions/complete/{orders[order_id]['transactionId']}", TEST_PAYER)
    return DONE


ROUTES = {
    "GET /products": lambda *_: as_json(200, PRODUCTS),
    "POST /orders": post_order,
    "GET /orders/:id": show_order,
    "POST /orders/:id/pay": pay_order,
    "POST /webhook": receive_webhook,
}


def explain(error):
    """The buyer gets plain words, the log what finds the call at Trilho."""
    if not isinstance(error, TrilhoError):
        return None
    print(f"Trilho: {error}", flush=True)
    is_passing = error.status is None or error.status == 429 or error.status >= 500
    advice = "Tente de novo em instantes." if is_passing else "Já fomos avisados."
    return as_json(502, {"message": f"Não conseguimos falar com o Pix, e nada foi cobrado. {advice}"})


if __name__ == "__main__":
    serve(ROUTES, explain, PORT)
