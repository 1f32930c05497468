import { port as described, portOperations } from '@nimbo/contracts/network/port'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, list, records } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { portKind, securityGroupKind, subnetKind } from './network-kinds.ts'
import { tagRemoval, unsetTags } from './unset-tags.ts'

type AddressesAsked = readonly Readonly<Partial<Record<'subnet' | 'ip-address', string>>>[]

/** The port's fixed IPs without the given ones. */
const addressesLeft = async (session: Session, port: Row, asked: AddressesAsked) => {
  const gone = await Promise.all(
    asked.map(async (each) => ({
      subnet: await findOptionalId(session, subnetKind, each.subnet),
      address: each['ip-address'],
    })),
  )
  const isGone = (row: Row): boolean =>
    gone.some(
      ({ subnet, address }) =>
        (subnet === undefined || subnet === row.subnet_id) &&
        (address === undefined || address === row.ip_address),
    )
  return rowsAt(port, 'fixed_ips').filter((row) => !isGone(row))
}

/** The port's security groups without the given ones. */
const groupsLeft = async (session: Session, port: Row, asked: readonly string[]) => {
  const gone = await Promise.all(asked.map((each) => findId(session, securityGroupKind, each)))
  const present: readonly unknown[] = Array.isArray(port.security_groups) ? port.security_groups : []
  return present.filter((id) => !gone.some((each) => each === id))
}

export const unsetPort = command({
  words: 'port unset',
  summary: 'Unset port properties',
  calls: [inNetwork(portOperations.update)],
  output: 'none',
  positionals: { port: one('<port>', 'Port to modify (name or ID)') },
  options: {
    fixedIp: records(
      ['subnet', 'ip-address'],
      'subnet=<subnet>,ip-address=<ip-address>',
      'Fixed IP address to remove from the port (repeatable)',
    ),
    securityGroup: list(
      '<security-group>',
      'Security group to remove from the port (name or ID) (repeatable)',
    ),
    qosPolicy: flag('Remove the QoS policy from the port'),
    ...tagRemoval,
  },
  run: async (session, { port: called, fixedIp, securityGroup, qosPolicy, ...tags }) => {
    const port = await find(session, portKind, called)
    const body = given({
      fixed_ips: fixedIp.length === 0 ? undefined : await addressesLeft(session, port, fixedIp),
      security_groups:
        securityGroup.length === 0 ? undefined : await groupsLeft(session, port, securityGroup),
      qos_policy_id: qosPolicy ? null : undefined,
    })
    if (Object.keys(body).length > 0)
      await perform(session, inNetwork(portOperations.update), {
        path: { port_id: textAt(port, 'id') },
        body: { port: body },
      })
    await unsetTags(session, described, port, tags)
    return nothing
  },
})
