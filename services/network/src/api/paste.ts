/** The built-in `api-paste.ini`: the version list needs no token, everything else does. */
export const paste = `
[composite:neutron]
/: neutronversions_composite
/v2.0: neutronapi_v2_0

[pipeline:neutronversions_composite]
pipeline = cors http_proxy_to_wsgi request_id faultwrap neutronversions

[pipeline:neutronapi_v2_0]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap sizelimit profiler authtoken keystonecontext neutronapiapp_v2_0
`
