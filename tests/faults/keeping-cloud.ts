/** The `nova.conf` of a cloud with soft deletion, where shelved servers stay on their hosts until they are offloaded by request. */
export const keepingCloud = `[DEFAULT]
reclaim_instance_interval = 86400
shelved_offload_time = -1
`
