/** The built-in `api-paste.ini`. The versions document needs no authentication, nor does the document of each version. */
export const paste = `
[composite:cinder]
/: apiversions
/v3: openstack_volume_api_v3

[pipeline:apiversions]
pipeline = cors http_proxy_to_wsgi request_id faultwrap osvolumeversionapp

[pipeline:openstack_volume_api_v3]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap sizelimit profiler authtoken apiv3

[filter:authtoken]
delay_auth_decision = true
`
