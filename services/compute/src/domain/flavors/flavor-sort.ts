/** Sort keys of flavor lists and their columns. */
export const flavorSortKeys = {
  created_at: 'created_at',
  description: 'description',
  disabled: 'disabled',
  ephemeral_gb: 'ephemeral_gb',
  flavorid: 'id',
  id: 'id',
  is_public: 'is_public',
  memory_mb: 'memory_mb',
  name: 'name',
  root_gb: 'root_gb',
  rxtx_factor: 'rxtx_factor',
  swap: 'swap_mb',
  updated_at: 'updated_at',
  // No flavor has this weight, so the id stands in for it.
  vcpu_weight: 'id',
  vcpus: 'vcpus',
} as const
