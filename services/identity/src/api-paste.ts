/**
 * The built-in `api-paste.ini`. Requests without a token reach the API, since some operations need none. Validated tokens are not
 * cached: Keystone itself is where a token is revoked, so a revocation takes effect with the next request.
 */
export const apiPaste = `
[pipeline:keystone]
pipeline = cors http_proxy_to_wsgi request_id request_log profiler faultwrap sizelimit authtoken service_v3

[filter:authtoken]
delay_auth_decision = true
token_cache_time = 0

[app:service_v3]
use = service_v3
`
