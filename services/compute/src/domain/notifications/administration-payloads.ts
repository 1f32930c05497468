import type { Aggregate } from '../hosts/aggregate.ts'
import type { Flavor } from '../flavors/flavor.ts'
import type { ServerGroup } from '../server-groups/server-group.ts'
import { wireTime } from '../wire-time.ts'

/** A flavor in notifications; `projects` have access to a private one. */
export const flavorData = (flavor: Flavor, projects: readonly string[]) => ({
  flavorid: flavor.id,
  name: flavor.name,
  memory_mb: flavor.memoryMb,
  vcpus: flavor.vcpus,
  root_gb: flavor.rootGb,
  ephemeral_gb: flavor.ephemeralGb,
  swap: flavor.swapMb,
  rxtx_factor: flavor.rxtxFactor,
  vcpu_weight: 0,
  disabled: flavor.disabled,
  is_public: flavor.isPublic,
  extra_specs: { ...flavor.extraSpecs },
  projects: [...projects],
  description: flavor.description,
})

/** An aggregate in versioned notifications. */
export const aggregateData = ({
  id,
  uuid,
  name,
  hosts,
  metadata,
}: Omit<Aggregate, 'createdAt' | 'updatedAt'>) => ({
  id,
  uuid,
  name,
  hosts: [...hosts],
  metadata: { ...metadata },
})

/** An aggregate in unversioned notifications; `host` is the one added or removed. */
export const aggregateUsage = ({ id, name, metadata }: Aggregate, host: string | null) => ({
  aggregate_id: id,
  name,
  availability_zone: metadata.availability_zone ?? null,
  host,
  meta_data: { ...metadata },
})

export const serverGroupData = (group: ServerGroup, members: readonly string[]) => ({
  uuid: group.id,
  name: group.name,
  user_id: group.userId,
  project_id: group.projectId,
  policies: [group.policy],
  policy: group.policy,
  rules: Object.fromEntries(Object.entries(group.rules).map(([name, value]) => [name, String(value)])),
  members: [...members],
  hosts: null,
})

/** A server group in unversioned notifications. */
export const serverGroupUsage = ({ id, name, policy }: ServerGroup, members: readonly string[]) => ({
  server_group_id: id,
  name,
  policies: [policy],
  members: [...members],
})

interface ToldService {
  readonly id: string
  readonly host: string
  readonly binary: string
  readonly report_count: number
  readonly disabled: number
  readonly disabled_reason: string | null
  readonly last_seen_at: string | null
  readonly forced_down: number
  readonly version: number
}

export const serviceData = (service: ToldService, zone: string) => ({
  uuid: service.id,
  host: service.host,
  binary: service.binary,
  topic: service.binary.replace(/^nova-/, ''),
  report_count: service.report_count,
  disabled: service.disabled !== 0,
  disabled_reason: service.disabled_reason,
  availability_zone: zone,
  last_seen_up: service.last_seen_at === null ? null : wireTime(service.last_seen_at),
  forced_down: service.forced_down !== 0,
  version: service.version,
})
