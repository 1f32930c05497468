import type { Kysely } from 'kysely'
import { Agents } from './agents.ts'
import { ComputeEvents } from './compute-events.ts'
import { DhcpBindings } from './dhcp-bindings.ts'
import { Networks } from './networks.ts'
import { Ports } from './ports.ts'
import { Quotas } from './quotas.ts'
import { SecurityGroupRules, SecurityGroups } from './security-groups.ts'
import { Subnets } from './subnets.ts'
import type { NetworkTables } from './tables.ts'
import { Tags } from './tags.ts'

/** Every repository, all over one database or one transaction. */
export interface Store {
  /** That database or transaction. */
  readonly over: Kysely<NetworkTables>
  readonly networks: Networks
  readonly subnets: Subnets
  readonly ports: Ports
  readonly securityGroups: SecurityGroups
  readonly securityGroupRules: SecurityGroupRules
  readonly tags: Tags
  readonly quotas: Quotas
  readonly agents: Agents
  readonly dhcpBindings: DhcpBindings
  readonly computeEvents: ComputeEvents
}

export const storeOver = (db: Kysely<NetworkTables>): Store => ({
  over: db,
  networks: new Networks(db),
  subnets: new Subnets(db),
  ports: new Ports(db),
  securityGroups: new SecurityGroups(db),
  securityGroupRules: new SecurityGroupRules(db),
  tags: new Tags(db),
  quotas: new Quotas(db),
  agents: new Agents(db),
  dhcpBindings: new DhcpBindings(db),
  computeEvents: new ComputeEvents(db),
})
