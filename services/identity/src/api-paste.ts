/**
 * The built-in pipeline. Identity lets requests without a token through to the API, where some operations are open, and
 * believes no token longer than the request lasts: it is the one place that knows when a token is revoked.
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
