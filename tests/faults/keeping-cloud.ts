/** The `nova.conf` of a cloud where deleted servers can be brought back, and shelved ones stay on their hosts until someone asks. */
export const keepingCloud = `[DEFAULT]
reclaim_instance_interval = 86400
shelved_offload_time = -1
`
