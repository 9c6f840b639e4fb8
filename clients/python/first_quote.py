"""Quotes a restaurant by the demo product "General Liability", with the client that is generated from the contract."""

import json
import os
import sys
from base64 import b64encode
from datetime import date
from uuid import uuid4

from ioi_client import AuthenticatedClient
from ioi_client.api.events import fire_event
from ioi_client.api.products import list_products
from ioi_client.api.quotes import get_quotes_of_event
from ioi_client.models import AnswerMap, GetQuotesEvent, GetQuotesPayload
from ioi_client.types import UNSET

credentials = b64encode(f"{os.environ['IOI_KEY']}:{os.environ['IOI_SECRET']}".encode()).decode()
client = AuthenticatedClient(
    os.environ["IOI_URL"], token=credentials, prefix="Basic", raise_on_unexpected_status=True, timeout=60
)
with open(sys.argv[1]) as file:
    intake = AnswerMap.from_dict(json.load(file))

products = list_products.sync(client=client).content
line_id = next(product.product_id for product in products if product.name == "General Liability")
payload = GetQuotesPayload(effective_date=date(2027, 1, 1), intake=intake)
event = GetQuotesEvent(type_="GET_QUOTES", line_id=line_id, force_sync=True, payload=payload)
fired = fire_event.sync(client=client, body=event, idempotency_key=str(uuid4()))

quotes = get_quotes_of_event.sync(fired.trigger_request_id, client=client)
for quote in quotes.quoted:
    if quote.quote_details is UNSET:
        continue
    print(f"Quote {quote.request_id}: {quote.line_name} for {quote.quote_details.premium.amount:.0f}")
    for group in quote.quote_details.coverage_types:
        for coverage in group.coverages:
            print(f"  {coverage.title}: {coverage.premium.amount:.0f}")
for quote in quotes.declined:
    print("Declined:", *(message.message for message in quote.messages))
