/** The built-in pipelines. Version documents need no token; everything else does. */
export const apiPaste = `
[composite:osapi_compute]
/: versions
/v2: openstack_compute_api_legacy_v2
/v2.1: openstack_compute_api_v21

[pipeline:versions]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap osapi_compute_versions

[pipeline:openstack_compute_api_legacy_v2]
pipeline = cors http_proxy_to_wsgi request_id request_log profiler faultwrap sizelimit legacy_version_document legacy_v2_compatible authtoken keystonecontext osapi_compute_app_v21

[pipeline:openstack_compute_api_v21]
pipeline = cors http_proxy_to_wsgi request_id request_log profiler faultwrap sizelimit version_document authtoken keystonecontext osapi_compute_app_v21
`
