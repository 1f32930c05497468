/**
 * The built-in `api-paste.ini`: the list of versions and signed URLs need no token, so the API itself decides which requests do.
 */
export const paste = `
[pipeline:heat-api]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap sizelimit profiler authtoken heat_app

[pipeline:heat-api-cfn]
pipeline = http_proxy_to_wsgi request_id request_log faultwrap sizelimit profiler signals_app

[filter:sizelimit]
max_request_body_size = 1048576

[filter:authtoken]
delay_auth_decision = true
`
