"""The service: signing in to Tableau, finding a data source, and one request at a time in at most three attempts."""

from __future__ import annotations

import contextlib
import io
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError

from autoviz.errors import MissingPackageError, SourceError, did_you_mean
from autoviz.stopping import heed

ATTEMPTS = 3
FIRST_WAIT = 0.5
"""Seconds before the second attempt; doubled for the third, and shaken so that many clients do not knock at once."""
LONGEST_WAIT = 30.0
REST_VERSION = "3.25"
"""The REST interface of Tableau 2025.1, the first that has the VizQL Data Service."""
PAGE = 100
_WORTH_RETRYING = (408, 425, 429)

T = TypeVar("T")


@dataclass(frozen=True)
class Published:
    """A data source as the server lists it."""

    luid: str
    name: str
    version: str
    """When it was last changed, as the server says."""
    project: str = ""


@dataclass
class Service:
    """One Tableau server, one site and one personal access token; neither token is ever shown."""

    url: str
    site: str
    token_name: str
    token: SecretStr
    seconds: float = 60.0
    """How long one request may take."""
    _server: Any = field(default=None, init=False, repr=False)
    _client: Any = field(default=None, init=False, repr=False)

    @property
    def shown(self) -> str:
        """The address without what may stand before its @."""
        parts = urlsplit(self.url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()

    def close(self) -> None:
        """Let go of the session and its connections; the next request signs in anew."""
        client, server = self._client, self._server
        self._client = self._server = None
        with contextlib.suppress(Exception):
            if client is not None:
                client.get_httpx_client().close()
        with contextlib.suppress(Exception):
            if server is not None:
                server.session.close()

    def __del__(self) -> None:
        self.close()

    def find(self, named: str) -> Published:
        """The data source of this name or identifier; of several of a name nobody can say which is meant."""
        listed = self._attempted(lambda: self._named(named))
        if len(listed) > 1:
            places = ", ".join(f"{item.project!r}: {item.luid}" for item in listed)
            raise SourceError(
                f"{self.shown} has {len(listed)} data sources called {named!r}", f"Give its identifier ({places})."
            )
        if listed:
            return listed[0]
        names = self._attempted(self._names)
        raise SourceError(
            f"{self.shown} has no data source {named!r}, or none that you may see (404)",
            did_you_mean(named, names, "data sources"),
        )

    def metadata(self, luid: str) -> dict[str, Any]:
        """The fields of a data source."""
        return self._asked("read_metadata", "ReadMetadataRequest", {"datasource": {"datasourceLuid": luid}})

    def query(self, luid: str, body: Mapping[str, Any], rows: int) -> list[dict[str, Any]]:
        """The rows that a query gives, so many at most."""
        options = {"returnFormat": "OBJECTS", "disaggregate": False, "rowLimit": rows}
        kind = _package().FilterType  # the client's models take no plain text for it
        filters = [{**item, "filterType": kind(item["filterType"])} for item in body.get("filters", ())]
        asked = {**body, **({"filters": filters} if filters else {})}
        request = {"datasource": {"datasourceLuid": luid}, "query": asked, "options": options}
        found: list[dict[str, Any]] = self._asked("query_datasource", "QueryRequest", request).get("data") or []
        return found

    def _asked(self, endpoint: str, model: str, request: dict[str, Any]) -> dict[str, Any]:
        package = _package()
        body = getattr(package, model).model_validate(request)
        send = getattr(package, endpoint).sync_detailed
        return self._attempted(lambda: self._once(send, body))

    def _once(self, send: Callable[..., Any], body: Any) -> dict[str, Any]:
        import httpx

        try:
            reply = send(client=self._signed_in(), body=body)
        except httpx.TimeoutException as error:
            raise _FaultError(f"no reply within {self.seconds:g} s") from error
        except httpx.HTTPError as error:
            raise _FaultError(self._hidden(f"{type(error).__name__} {error}".strip())) from error
        except ValidationError as error:
            raise _FaultError("half a reply, or one that is no VizQL reply") from error
        if reply.status_code != 200:
            self._refuse(int(reply.status_code), _said(reply.content), reply.headers)
        parsed: dict[str, Any] = reply.parsed.model_dump(mode="json")
        return parsed

    def _attempted(self, work: Callable[[], T]) -> T:
        """What the work gives: a lost sign-in is renewed once, and what may pass is tried again, three times in all."""
        renewed = False
        for attempt in range(1, ATTEMPTS + 1):
            heed()
            try:
                return work()
            except _SignedOutError as out:
                self.close()
                if renewed or attempt == ATTEMPTS:
                    raise _expired(self.shown, str(out)) from None
                renewed = True
            except _FaultError as fault:
                if attempt == ATTEMPTS:
                    raise SourceError(
                        f"{self.shown} failed {ATTEMPTS} times: {fault}", fault.hint or "Try again later."
                    ) from None
                _sleep(max(FIRST_WAIT * 2 ** (attempt - 1) * random.uniform(0.75, 1.25), fault.wait))
        raise AssertionError("an attempt either returns or raises")

    def _refuse(self, status: int, said: str, headers: Mapping[str, str]) -> None:
        said = self._hidden(said)
        if status == 401:
            raise _SignedOutError(said)
        if status in _WORTH_RETRYING or status >= 500:
            hint = (
                "The site's queries for this hour are spent; each Creator licence adds a hundred. Try again later."
                if status == 429
                else "Try again later, or ask whoever runs the server."
            )
            raise _FaultError(f"status {status}{': ' if said else ''}{said}", _wait_of(headers), hint)
        raise SourceError(
            f"{self.shown} refuses with status {status}{': ' if said else ''}{said}", _HINTS.get(status, "")
        )

    def _signed_in(self) -> Any:
        """The official client with a session; the address that it prints is kept from the notebook."""
        if self._client is None:
            package = _package()
            server, auth = self._rest()
            with contextlib.redirect_stdout(io.StringIO()):
                client = package.VizQLDataServiceClient(self.url, server, auth)
            client._client = client.client.with_timeout(self.seconds)
            self._client = client
        return self._client

    def _rest(self) -> tuple[Any, Any]:
        import tableauserverclient as tsc

        auth = tsc.PersonalAccessTokenAuth(self.token_name, self.token.get_secret_value(), self.site)
        if self._server is None:
            server = tsc.Server(self.url, http_options={"timeout": self.seconds})
            server.version = REST_VERSION
            self._called(lambda: server.auth.sign_in(auth), signing_in=True)
            self._server = server
        return self._server, auth

    def _named(self, named: str) -> list[Published]:
        import tableauserverclient as tsc

        server, _ = self._rest()
        if _is_luid(named):
            try:
                return [_published(self._called(lambda: server.datasources.get_by_id(named)))]
            except SourceError as error:
                if "404" in error.what:
                    return []
                raise
        options = tsc.RequestOptions()
        field_, same = tsc.RequestOptions.Field.Name, tsc.RequestOptions.Operator.Equals
        options.filter.add(tsc.Filter(field_, same, named))
        return [_published(item) for item in self._called(lambda: server.datasources.get(options)[0])]

    def _names(self) -> list[str]:
        import tableauserverclient as tsc

        server, _ = self._rest()
        options = tsc.RequestOptions(pagesize=PAGE)
        return [item.name for item in self._called(lambda: server.datasources.get(options)[0])]

    def _called(self, call: Callable[[], T], *, signing_in: bool = False) -> T:
        """What the REST interface gives; its faults in our words."""
        import requests
        import tableauserverclient as tsc

        try:
            return call()
        except tsc.FailedSignInError as error:
            said = self._hidden(f"{error.summary}: {error.detail}")
            raise (_expired(self.shown, said) if signing_in else _SignedOutError(said)) from None
        except tsc.NotSignedInError:
            raise _SignedOutError("not signed in") from None
        except tsc.ServerResponseError as error:
            status = int(error.code[:3]) if error.code[:3].isdigit() else 400
            self._refuse(status, f"{error.summary}: {error.detail}", {})
            raise AssertionError("a refusal raises") from None
        except tsc.server.endpoint.exceptions.InternalServerError as error:
            raise _FaultError(f"status {error.code}") from None
        except requests.exceptions.Timeout:
            raise _FaultError(f"no reply within {self.seconds:g} s") from None
        except (requests.exceptions.RequestException, tsc.server.endpoint.exceptions.NonXMLResponseError) as error:
            raise _FaultError(self._hidden(f"{type(error).__name__}: {error}")[:300]) from None

    def _hidden(self, text: str) -> str:
        """A text without the token, whoever wrote it in."""
        session = getattr(self._server, "_auth_token", None) or ""
        for secret in (self.token.get_secret_value(), session):
            text = text.replace(secret, "***") if secret else text
        return text


class _FaultError(Exception):
    """Something that may pass: a timeout, a lost connection, a busy server."""

    def __init__(self, what: str, wait: float = 0.0, hint: str = "") -> None:
        super().__init__(what)
        self.wait = wait
        self.hint = hint


class _SignedOutError(Exception):
    """The session is over."""


_HINTS = {
    400: "This is a fault in autoviz if the fields are there; please report it with the question.",
    403: "Ask the owner of the data source for the permission to connect to it by API (API Access).",
    404: "It may have been moved or deleted; look it up anew with autoviz.tableau(...).",
}


def _expired(where: str, said: str) -> SourceError:
    return SourceError(
        f"{where} does not take the sign-in (401): {said}",
        "The token is wrong, expired or revoked. Make a new one in your Tableau account settings and set "
        "AUTOVIZ_TABLEAU_TOKEN_NAME and AUTOVIZ_TABLEAU_TOKEN.",
    )


def _package() -> Any:
    try:
        import vizql_data_service_py
    except ImportError as error:
        raise MissingPackageError(
            "Tableau data sources need the package vizql-data-service-py",
            "Install it: pip install 'autoviz-notebook[tableau]'.",
        ) from error
    return vizql_data_service_py


def _published(item: Any) -> Published:
    return Published(str(item.id), str(item.name), str(item.updated_at), str(item.project_name or ""))


def _is_luid(named: str) -> bool:
    parts = named.split("-")
    return [len(part) for part in parts] == [8, 4, 4, 4, 12] and all(
        letter in "0123456789abcdefABCDEF" for part in parts for letter in part
    )


def _said(content: bytes) -> str:
    """What an error reply says, with its code."""
    package = _package()
    try:
        error = package.TableauError.model_validate_json(content)
    except ValidationError:
        return " ".join(content[:200].decode("utf-8", "replace").split())
    return " ".join(filter(None, (error.message, f"({error.errorCode})" if error.errorCode else "")))


def _wait_of(headers: Mapping[str, str]) -> float:
    try:
        return min(float(headers.get("retry-after", 0)), LONGEST_WAIT)
    except ValueError:
        return 0.0


def _sleep(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        heed()
        time.sleep(min(0.05, max(0.0, end - time.monotonic())))
