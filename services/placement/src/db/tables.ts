/** Resource classes and traits are stored by name, which is what the API uses. */
export interface PlacementTables {
  resource_providers: ProviderRow
  inventories: InventoryRow
  provider_traits: { provider_id: string; trait: string }
  provider_aggregates: { provider_id: string; aggregate_id: string }
  consumers: ConsumerRow
  allocations: AllocationRow
  custom_resource_classes: { name: string; created_at: string }
  custom_traits: { name: string; created_at: string }
}

export interface ProviderRow {
  id: string
  name: string
  /** Incremented by every change of the provider, its inventories, traits and allocations. */
  generation: number
  parent_id: string | null
  root_id: string
  created_at: string
  updated_at: string
}

export interface InventoryRow {
  provider_id: string
  resource_class: string
  total: number
  reserved: number
  min_unit: number
  max_unit: number
  step_size: number
  allocation_ratio: number
}

export interface ConsumerRow {
  id: string
  project_id: string
  user_id: string
  consumer_type: string | null
  generation: number
  created_at: string
  updated_at: string
}

export interface AllocationRow {
  consumer_id: string
  provider_id: string
  resource_class: string
  used: number
}
