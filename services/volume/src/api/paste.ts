/** The built-in `api-paste.ini`: versions for everyone; below them a version document that is open, too. */
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
