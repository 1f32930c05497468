import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { either, list } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import type { Row } from '../../output/result.ts'
import { networkKind, portKind } from '../network/network-kinds.ts'

const nicMetavar =
  '<net-id=net-uuid,port-id=port-uuid,v4-fixed-ip=ip-addr,v6-fixed-ip=ip-addr,tag=tag,auto,none>'

/** The options of `server create` that define its networks. */
export const networkOptions = {
  network: list('<network>', 'Create a NIC on the server and connect it to network (repeatable)'),
  port: list('<port>', 'Create a NIC on the server and connect it to port (repeatable)'),
  nic: list(nicMetavar, 'Create a NIC on the server (repeatable)'),
  allocation: either(
    { '--no-network': 'none', '--auto-network': 'auto' },
    'Connect the server to no network, or to one that the cloud selects (2.37 or above)',
  ),
}

interface NetworksAsked {
  readonly network: readonly string[]
  readonly port: readonly string[]
  readonly nic: readonly string[]
  readonly allocation: 'none' | 'auto' | undefined
}

const nicKeys = ['net-id', 'port-id', 'v4-fixed-ip', 'v6-fixed-ip', 'tag']

const parseNic = (nic: string): Readonly<Record<string, string>> => {
  const pairs = nic.split(',').map((part): [string, string] => {
    const [key = '', value = ''] = part.split('=', 2)
    if (!nicKeys.includes(key) || value === '') {
      throw new UsageError(`argument --nic: Invalid argument ${nic}; argument must be of form ${nicMetavar}`)
    }
    return [key, value]
  })
  return Object.fromEntries(pairs)
}

const nicBody = async (session: Session, nic: Readonly<Record<string, string>>): Promise<Row> =>
  given({
    uuid: await findOptionalId(session, networkKind, nic['net-id']),
    port: await findOptionalId(session, portKind, nic['port-id']),
    fixed_ip: nic['v4-fixed-ip'] ?? nic['v6-fixed-ip'],
    tag: nic.tag,
  })

/** The `networks` of a server's body. By default, the cloud chooses (`auto`), from 2.37 on. */
export const serverNetworks = async (
  session: Session,
  asked: NetworksAsked,
): Promise<'auto' | 'none' | readonly Row[] | undefined> => {
  const isWord = (nic: string): boolean => nic === 'auto' || nic === 'none'
  const words = [
    ...[...asked.nic, ...asked.network].filter(isWord),
    ...(asked.allocation === undefined ? [] : [asked.allocation]),
  ]
  if (words.length > 0) {
    const others = [...asked.nic, ...asked.network, ...asked.port].filter((each) => !isWord(each))
    if (others.length > 0 || new Set(words).size > 1) {
      throw new UsageError(
        'argument --nic: Specifying a --nic of auto or none cannot be used with any other --nic value.',
      )
    }
    return words[0] === 'none' ? 'none' : 'auto'
  }
  const networks = [
    ...(await Promise.all(
      asked.network.map(async (name) => ({ uuid: await findId(session, networkKind, name) })),
    )),
    ...(await Promise.all(asked.port.map(async (name) => ({ port: await findId(session, portKind, name) })))),
    ...(await Promise.all(asked.nic.map((nic) => nicBody(session, parseNic(nic))))),
  ]
  if (networks.length > 0) return networks
  return session.computeVersion >= 2037 ? 'auto' : undefined
}
