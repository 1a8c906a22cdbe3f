"""Stand-in for dlt's copy of requests, which adds retries to requests.get."""

import urllib.error
import urllib.parse
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Response:
    def __init__(self, answer):
        self.status_code = answer.status
        self.headers = answer.headers
        self.content = answer.read()
        self.is_redirect = 300 <= self.status_code < 400 and "Location" in answer.headers

    @property
    def text(self):
        return self.content.decode("utf-8")

    def raise_for_status(self):
        if self.status_code >= 400:
            raise RuntimeError(f"{self.status_code} Error")


def get(url, params, headers, allow_redirects):
    assert allow_redirects is False
    query = urllib.parse.urlencode({name: value for name, value in params.items() if value is not None})
    request = urllib.request.Request(f"{url}?{query}", headers=headers)
    try:
        return Response(urllib.request.build_opener(NoRedirect).open(request))
    except urllib.error.HTTPError as error:
        return Response(error)
