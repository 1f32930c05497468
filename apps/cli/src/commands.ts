import type { Command } from './grammar/command.ts'
import { availabilityZoneCommands } from './nouns/availability-zone.ts'
import { catalogCommands } from './nouns/catalog.ts'
import { computeServiceCommands } from './nouns/compute-service.ts'
import { consoleCommands } from './nouns/console.ts'
import { flavorCommands } from './nouns/flavor.ts'
import { hypervisorCommands } from './nouns/hypervisor.ts'
import { imageCommands } from './nouns/image.ts'
import { keypairCommands } from './nouns/keypair.ts'
import { networkCommands } from './nouns/network.ts'
import { portCommands } from './nouns/port.ts'
import { projectCommands } from './nouns/project.ts'
import { roleCommands } from './nouns/role.ts'
import { roleAssignmentCommands } from './nouns/role-assignment.ts'
import { securityGroupCommands } from './nouns/security-group.ts'
import { securityGroupRuleCommands } from './nouns/security-group-rule.ts'
import { serverCommands } from './nouns/server.ts'
import { flowCommands } from './nouns/server-flow.ts'
import { serverGroupCommands } from './nouns/server-group.ts'
import { subnetCommands } from './nouns/subnet.ts'
import { tokenCommands } from './nouns/token.ts'
import { userCommands } from './nouns/user.ts'
import { volumeCommands } from './nouns/volume.ts'
import { volumeTypeCommands } from './nouns/volume-type.ts'

const commandsWith = (serverActions: readonly Command[]): readonly Command[] => [
  ...availabilityZoneCommands,
  ...catalogCommands,
  ...computeServiceCommands,
  ...consoleCommands,
  ...flavorCommands,
  ...flowCommands,
  ...hypervisorCommands,
  ...imageCommands,
  ...keypairCommands,
  ...networkCommands,
  ...portCommands,
  ...projectCommands,
  ...roleAssignmentCommands,
  ...roleCommands,
  ...securityGroupCommands,
  ...securityGroupRuleCommands,
  ...serverCommands,
  ...serverActions,
  ...serverGroupCommands,
  ...subnetCommands,
  ...tokenCommands,
  ...userCommands,
  ...volumeCommands,
  ...volumeTypeCommands,
]

/** What the command line can do of its own, without having read a contract: that takes as long as all else to begin. */
export const commands = commandsWith([])

/** Everything the command line can do against a cloud. */
export const allCommands = async (): Promise<readonly Command[]> => {
  const { serverActionCommands } = await import('./nouns/server-actions.ts')
  return commandsWith(serverActionCommands)
}
